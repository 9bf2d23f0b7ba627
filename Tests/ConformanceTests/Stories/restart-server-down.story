story "The app is started again, and nobody knows the session"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
fail session
signal restart
expect screen Login
