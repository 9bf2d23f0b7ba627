story "A link while a sheet is being pulled down"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
begin pull down
link "https://demo.example/letters/B"
cancel
expect stack A B
