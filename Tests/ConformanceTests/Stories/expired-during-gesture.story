story "The session ends while a finger is on the screen"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
begin swipe back
signal expire
expect screen "Data Sync"
cancel
expect screen Login
