story "Two quick taps show the feature once"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
double tap "Data Sync"
expect stack Home "Data Sync"
back
expect stack Home
