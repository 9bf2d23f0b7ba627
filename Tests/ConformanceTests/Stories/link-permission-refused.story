story "A link does not return after the user's refusal"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
link "https://demo.example/features/scanner"
tap "Not now"
expect stack Home
tap "Letters"
expect stack A
pull down
expect stack Home
tab "Settings"
tap "Log out"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect stack Home
