story "The server does not answer, and then it does"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
fail login
tap "Log in"
expect text "The server does not answer."
expect button "Log in" enabled
tap "Log in"
expect screen Home
