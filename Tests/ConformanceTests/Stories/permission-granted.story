story "A feature asks for permission once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
expect screen "Permission scanner"
expect text "Camera Scanner needs your permission."
tap "Allow"
expect stack Home "Camera Scanner"
back
choose "Camera Scanner"
expect stack Home "Camera Scanner"
back
choose "Location Tracker"
expect screen "Permission tracker"
