story "A tap during a check takes effect after it"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Camera Scanner"
choose "Data Sync"
expect screen Home
release permission
expect stack Home "Permission scanner" "Data Sync"
