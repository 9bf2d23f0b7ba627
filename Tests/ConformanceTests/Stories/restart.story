story "The app is started again, and the session is restored"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
hold session
signal restart
expect screen Launch
expect text "Starting"
release session
expect screen Home
expect stack Home
