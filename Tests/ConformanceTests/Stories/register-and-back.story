story "The user goes back from the registration in every way"

tap "Continue"
tap "Register"
back
expect stack Login
tap "Register"
swipe back cancelled
expect stack Login Register
swipe back
expect stack Login
tap "Register"
begin swipe back
finish
expect stack Login
