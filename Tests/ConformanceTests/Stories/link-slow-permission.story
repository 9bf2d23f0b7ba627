story "A link waits for a slow check, and a newer one does not overtake it"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
link "https://demo.example/features/scanner"
expect screen Home
link "https://demo.example/features/tracker"
release permission
expect stack Home "Permission scanner" "Permission tracker"
