story "Leaving a slow registration cancels it"

tap "Continue"
tap "Register"
type "Lee" into "Name"
type "lee@example.com" into "Email"
type "secret" into "Password"
hold register
tap "Create account"
expect waiting register
back
expect no waiting register
release register
expect stack Login
