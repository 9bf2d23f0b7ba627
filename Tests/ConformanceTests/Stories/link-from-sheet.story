story "A link dismisses the screens in front"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
tap "Next"
link "https://demo.example/settings/notifications"
expect screen Notifications
expect stack SettingsList Notifications
link "https://demo.example/settings"
expect stack SettingsList Notifications
