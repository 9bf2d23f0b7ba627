story "A link at cold start waits for the login"

link "https://demo.example/settings/profile"
expect screen Onboarding
tap "Continue"
expect screen Login
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect screen Profile
expect stack SettingsList Profile
expect tab "Settings" selected
