story "Two quick taps show the registration once"

tap "Continue"
double tap "Register"
expect stack Login Register
back
expect stack Login
