story "A link while a finger is on the screen"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
begin swipe back
link "https://demo.example/settings/about"
expect screen "Data Sync"
finish
expect stack SettingsList About
tab "Dashboard"
expect stack Home
