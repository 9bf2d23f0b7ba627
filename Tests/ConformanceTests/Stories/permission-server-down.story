story "An unknown permission is requested from the user"

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
