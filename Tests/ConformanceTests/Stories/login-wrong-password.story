story "A wrong password is refused"

tap "Continue"
type "kim@example.com" into "Email"
type "guess" into "Password"
tap "Log in"
expect screen Login
expect text "Email or password is wrong."
type "secret" into "Password"
tap "Log in"
expect screen Home
