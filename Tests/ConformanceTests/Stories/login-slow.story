story "While the login takes its time nothing else can be tapped"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
hold login
tap "Log in"
expect waiting login
expect text "Please wait"
expect button "Log in" disabled
expect button "Register" disabled
cannot tap "Forgot password"
release login
expect screen Home
