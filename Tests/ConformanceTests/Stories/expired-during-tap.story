story "The session ends just when something was tapped"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
meanwhile signal expire
expect screen Login
