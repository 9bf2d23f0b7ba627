story "News arrive while a finger is on the screen"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
begin swipe back
signal news
expect screen "Data Sync"
cancel
expect screen "Data Sync"
swipe back
expect screen News
