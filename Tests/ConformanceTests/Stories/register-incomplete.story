story "A registration without a name, and one for an address that is taken"

tap "Continue"
tap "Register"
tap "Create account"
expect text "Fill in all fields."
type "Kim" into "Name"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Create account"
expect text "There is an account for this address."
expect stack Login Register
