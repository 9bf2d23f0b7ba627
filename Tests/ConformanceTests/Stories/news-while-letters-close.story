story "News that arrive while the letters are leaving are shown as soon as they have left"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
tap "Close"
meanwhile signal news
expect screen News
tap "Done"
meanwhile signal news
expect screen News
tap "Done"
expect screen Home
