story "The session ends deep in the app"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
tab "Settings"
tap "About"
signal expire
expect screen Login
expect text "Your session has ended."
signal expire
expect screen Login
