story "A forgotten password"

tap "Continue"
tap "Forgot password"
expect alert "Forgot password"
type "kim@example.com" into "Address"
press "Send"
expect no alert
expect screen Login
expect text "A mail is on its way."
