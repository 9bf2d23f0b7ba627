story "A feature that needs no permission, and the way back"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
expect screen "Data Sync"
expect text "Keeps your devices alike."
expect back "Dashboard"
back
expect stack Home
choose "Data Sync"
swipe back
expect stack Home
