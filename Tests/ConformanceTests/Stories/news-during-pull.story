story "News that arrive while the letters are being pulled down wait for the finger"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
begin pull down
signal news
cancel
expect screen A
begin pull down
signal news
finish
expect screen News
pull down
expect screen Home
