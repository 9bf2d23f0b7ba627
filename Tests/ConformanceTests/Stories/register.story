story "A new user registers"

tap "Continue"
tap "Register"
expect screen Register
expect back "Log in"
type "Lee" into "Name"
type "lee@example.com" into "Email"
type "secret" into "Password"
tap "Create account"
expect screen Home
tab "Settings"
tap "Profile"
expect text "lee@example.com"
expect field "Name" is "Lee"
