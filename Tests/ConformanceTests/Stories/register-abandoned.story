story "Who leaves a registration that takes its time is not registered"

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
