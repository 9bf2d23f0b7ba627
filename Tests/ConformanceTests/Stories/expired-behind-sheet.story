story "The session ends behind a sheet"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
tap "Next"
tap "Next"
expect sheet
signal expire
expect screen Login
expect no sheet
