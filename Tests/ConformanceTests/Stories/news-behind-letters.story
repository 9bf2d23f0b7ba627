story "There is one sheet at a time, so news do not come up over the letters"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
signal news
expect screen A
tap "Close"
expect screen Home
double tap "Letters"
meanwhile signal news
expect screen A
pull down
expect screen Home
signal news
signal news
expect screen News
pull down
expect screen Home
