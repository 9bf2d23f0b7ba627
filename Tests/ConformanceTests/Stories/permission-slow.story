story "The check of a permission takes its time"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Camera Scanner"
expect screen Home
expect waiting permission
release permission
expect screen "Permission scanner"
hold permission
tap "Allow"
expect screen "Permission scanner"
release permission
expect stack Home "Camera Scanner"
