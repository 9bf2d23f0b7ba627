story "A link into the letters shows the way there"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
link "https://demo.example/letters/D"
expect sheet
expect stack A B C D
expect text "A → B → C → D"
tap "Back 2"
link "https://demo.example/letters/A"
expect stack A
link "https://demo.example/dashboard"
expect screen Home
expect no sheet
