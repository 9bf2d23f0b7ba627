story "The user does not want to be tracked"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Location Tracker"
tap "Not now"
expect stack Home
choose "Location Tracker"
expect screen "Permission tracker"
swipe back
expect stack Home
