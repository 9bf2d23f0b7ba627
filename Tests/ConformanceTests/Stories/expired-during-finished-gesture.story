story "The session ends while a sheet is being pulled down"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tap "Letters"
begin pull down
signal expire
finish
expect screen Login
