story "A link that waits for a finger dismisses the news that waited, too"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
begin pull down
link "https://demo.example/settings/profile"
signal news
finish
expect screen Profile
tab "Dashboard"
expect screen Home
