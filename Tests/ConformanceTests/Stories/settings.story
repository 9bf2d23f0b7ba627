story "Every screen of the settings"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
tap "Profile"
expect screen Profile
expect text "kim@example.com"
back
tap "Notifications"
expect switch "News" on
expect switch "Sounds" off
switch "Sounds"
expect switch "Sounds" on
back
tap "About"
expect text "The same app"
swipe back cancelled
expect screen About
swipe back
expect stack SettingsList
