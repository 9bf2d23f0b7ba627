story "From A to E and back by one, two and three"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
expect sheet
expect screen A
expect text "A"
tap "Next"
expect text "A → B"
tap "Next"
tap "Next"
tap "Next"
expect stack A B C D E
expect text "A → B → C → D → E"
expect no button "Next"
tap "Back 1"
expect stack A B C D
tap "Back 2"
expect stack A B
expect button "Back 2" disabled
tap "Next"
tap "Next"
tap "Back 3"
expect stack A
tap "Close"
expect screen Home
