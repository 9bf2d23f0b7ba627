story "News are shown and read"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
signal news
expect sheet
expect text "A new version is there."
tap "Done"
expect no sheet
expect screen Home
signal news
pull down cancelled
expect screen News
pull down
expect screen Home
