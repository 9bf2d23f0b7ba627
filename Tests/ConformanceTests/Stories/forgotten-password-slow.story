story "The mail takes its time"

tap "Continue"
hold reset
tap "Forgot password"
type "kim@example.com" into "Address"
press "Send"
expect text "Please wait"
release reset
expect text "A mail is on its way."
fail reset
tap "Forgot password"
type "kim@example.com" into "Address"
press "Send"
expect text "The server does not answer."
