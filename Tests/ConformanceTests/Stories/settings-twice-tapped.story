story "Two quick taps in the settings count once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
double tap "Profile"
expect stack SettingsList Profile
back
double tap "About"
expect stack SettingsList About
back
double tap "Log out"
expect screen Login
