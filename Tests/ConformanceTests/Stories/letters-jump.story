story "From A straight to E"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
tap "Jump to E"
expect stack A E
expect text "A → E"
tap "Back 1"
expect screen A
