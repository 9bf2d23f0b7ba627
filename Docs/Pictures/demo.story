story "A first minute"
tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
tap "Allow"
begin swipe back
cancel
swipe back
tap "Letters"
pull down
link "https://demo.example/settings/profile"
expect stack SettingsList Profile
