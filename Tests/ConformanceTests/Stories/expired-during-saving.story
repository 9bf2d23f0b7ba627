story "The session ends while the profile is being saved"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
tap "Profile"
hold profile
tap "Save"
signal expire
release profile
expect screen Login
