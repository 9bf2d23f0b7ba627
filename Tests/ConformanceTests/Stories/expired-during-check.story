story "The session ends during a check of a permission"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Camera Scanner"
signal expire
expect screen Login
expect no waiting permission
release permission
expect screen Login
