story "A slow link removes the letters that the user has opened meanwhile"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Location Tracker"
tap "Letters"
link "https://demo.example/features/sync"
release permission
expect screen "Data Sync"
expect stack Home "Permission tracker" "Data Sync"
