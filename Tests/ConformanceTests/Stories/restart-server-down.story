story "The app is started again without a known session"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
fail session
signal restart
expect screen Login
