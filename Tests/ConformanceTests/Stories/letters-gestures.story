story "Letters, with a finger"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
tap "Next"
tap "Next"
swipe back
expect stack A B
swipe back cancelled
expect stack A B
back
expect stack A
begin pull down
cancel
expect screen A
pull down
expect screen Home
tap "Letters"
expect stack A
