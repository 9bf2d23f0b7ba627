story "Saving takes its time, and the user does not wait"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
tab "Settings"
tap "Profile"
hold profile
type "Kimberly" into "Name"
tap "Save"
expect text "Saving"
expect button "Save" disabled
begin swipe back
cancel
release profile
expect text "Saved."
hold profile
type "Kay" into "Name"
tap "Save"
back
release profile
tap "Profile"
expect field "Name" is "Kimberly"
