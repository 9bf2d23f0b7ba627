story "A link to where the user is changes nothing"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
link "https://demo.example/settings/profile"
tab "Settings"
expect stack SettingsList
tap "Profile"
link "https://demo.example/settings/profile"
expect stack SettingsList Profile
link "https://demo.example/settings/about"
expect stack SettingsList Profile About
link "https://demo.example/settings/profile"
expect stack SettingsList Profile
