story "A link during the registration"

tap "Continue"
tap "Register"
link "https://demo.example/dashboard"
expect screen Register
type "Lee" into "Name"
type "lee@example.com" into "Email"
type "secret" into "Password"
tap "Create account"
expect screen Home
