story "A link that came just before the session ended"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
link "https://demo.example/features/sync"
meanwhile signal expire
expect screen Login
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect tab "Dashboard" selected
