story "Tabs keep their stacks"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
tab "Settings"
expect screen SettingsList
tap "About"
expect stack SettingsList About
tab "Dashboard"
expect stack Home "Data Sync"
tab "Settings"
expect stack SettingsList About
tab "Settings"
expect stack SettingsList
