story "News that arrive while the dashboard is hidden wait for it"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
signal news
signal news
expect screen SettingsList
tab "Dashboard"
expect screen News
tap "Done"
expect screen Home
