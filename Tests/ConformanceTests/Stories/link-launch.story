story "A link while the app is starting"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold session
signal restart
link "https://demo.example/features/sync"
expect screen Launch
release session
expect stack Home "Data Sync"
