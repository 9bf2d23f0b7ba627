story "Kim logs out, and in again"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
tap "Log out"
expect screen Login
expect tree
| window Window
|   stack Auth
|     screen Login
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect screen Home
expect tab "Dashboard" selected
