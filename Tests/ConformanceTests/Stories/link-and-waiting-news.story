story "News that waited for the dashboard come up in front of a link's screen, and are not lost"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
signal news
expect screen SettingsList
link "https://demo.example/features/sync"
expect screen News
tap "Done"
expect stack Home "Data Sync"
