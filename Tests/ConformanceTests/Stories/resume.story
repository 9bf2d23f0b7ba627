story "A process ends, and its successor continues in the same place"

say "The text of a form comes back, and the password does not."
tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
restart
expect screen Login
expect field "Email" is "kim@example.com"
expect field "Password" empty

say "So does a question with half an answer."
tap "Forgot password"
type "kim@" into "Address"
restart
expect alert "Forgot password"
expect field "Address" is "kim@"
press "Cancel"
expect screen Login

say "Both tabs are as they were."
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
restart
expect screen "Permission scanner"
tap "Allow"
tab "Settings"
tap "Notifications"
switch "Sounds" on
restart
expect tree
  | window Window
  |   tabs Main
  |     stack Dashboard
  |       screen Home
  |       screen Camera Scanner
  |     stack Settings (selected)
  |       screen SettingsList
  |       screen Notifications
expect switch "Sounds" on
back
expect screen SettingsList
tab "Dashboard"
back

say "A slow server delays the way back. A process that ends meanwhile does not forget it."
tap "Letters"
tap "Next"
hold session
restart
expect screen Launch
restart
expect screen Launch
release session
expect stack A B
expect sheet

say "A gesture and an answer that waits end with their process."
begin swipe back
restart
cannot finish
expect stack A B
pull down
tab "Settings"
tap "Profile"
hold profile
tap "Save"
restart
expect stack SettingsList Profile
expect button "Save" enabled
release profile

say "An account is on the server."
tap "Save"
expect text "Saved."
back
tap "Log out"
tap "Register"
type "Lee" into "Name"
type "lee@example.com" into "Email"
type "secret" into "Password"
restart
expect field "Name" is "Lee"
type "secret" into "Password"
tap "Create account"
expect screen Home
restart
tab "Settings"
tap "Log out"
restart
type "lee@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
expect screen Home
