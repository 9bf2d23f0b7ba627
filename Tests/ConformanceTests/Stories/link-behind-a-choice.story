story "A link to a feature that the user has chosen before ends there, although another tab is selected"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Camera Scanner"
choose "Data Sync"
link "https://demo.example/features/sync"
tab "Settings"
release permission
expect screen "Data Sync"
