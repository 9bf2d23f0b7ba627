story "A link after a logout waits for the next login; the newest one counts"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
tap "Log out"
link "https://demo.example/letters/C"
link "https://demo.example/settings/about"
expect screen Login
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect stack SettingsList About
expect no sheet
