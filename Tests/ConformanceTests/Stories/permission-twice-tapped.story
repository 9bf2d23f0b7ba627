story "Two quick taps on the answer count once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
double tap "Allow"
expect stack Home "Camera Scanner"
back
choose "Location Tracker"
double tap "Not now"
expect stack Home
