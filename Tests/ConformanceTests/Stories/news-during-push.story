story "News arrive just when a feature is opened"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
meanwhile signal news
expect screen "Data Sync"
back
expect screen News
pull down
expect screen Home
