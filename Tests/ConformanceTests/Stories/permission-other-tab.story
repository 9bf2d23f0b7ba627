story "The answer comes while another tab is in front"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Camera Scanner"
tab "Settings"
release permission
expect screen SettingsList
tab "Dashboard"
expect screen "Permission scanner"
