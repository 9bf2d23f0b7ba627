story "News that come while a slow link waits behind the letters wait for the dashboard"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Location Tracker"
tap "Letters"
link "https://demo.example/features/sync"
signal news
release permission
expect screen "Data Sync"
expect stack Home "Permission tracker" "Data Sync"
tab "Dashboard"
expect screen News
