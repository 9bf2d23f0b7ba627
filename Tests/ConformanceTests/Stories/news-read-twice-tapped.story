story "Two quick taps close the news, and nothing else"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
signal news
double tap "Done"
expect screen Home
expect tab "Dashboard" selected
