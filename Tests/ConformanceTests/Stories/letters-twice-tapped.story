story "Two quick taps open and close the letters once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
double tap "Letters"
expect stack A
tap "Next"
expect stack A B
double tap "Close"
expect screen Home
