story "The user changes the tab while a screen is being pushed"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
meanwhile tab "Settings"
expect tab "Settings" selected
expect screen SettingsList
tab "Dashboard"
expect stack Home "Data Sync"
