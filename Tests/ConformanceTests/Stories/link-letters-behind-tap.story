story "A link to the letters continues in those that the user has opened meanwhile"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
hold permission
choose "Location Tracker"
tap "Letters"
link "https://demo.example/letters/C"
release permission
expect stack A B C
