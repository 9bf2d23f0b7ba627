story "Nobody knows whether it is allowed, so the user is asked"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
tap "Allow"
back
fail permission
choose "Camera Scanner"
expect screen "Permission scanner"
tap "Allow"
expect stack Home "Camera Scanner"
