story "Two quick taps log in once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
double tap "Log in"
expect screen Home
expect stack Home
