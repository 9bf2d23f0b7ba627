story "Two quick taps ask for the address once"

tap "Continue"
double tap "Forgot password"
expect alert
press "Cancel"
expect no alert
expect screen Login
