story "A slow link shows its screen although the user has gone to another tab meanwhile"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Location Tracker"
link "https://demo.example/features/sync"
tab "Settings"
tap "Notifications"
release permission
expect screen "Data Sync"
expect stack Home "Permission tracker" "Data Sync"
expect tab "Dashboard" selected
