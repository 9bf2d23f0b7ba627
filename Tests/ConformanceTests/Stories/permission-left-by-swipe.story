story "Leaving the question by a swipe hides the feature, also if the answer comes during the swipe"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
hold permission
tap "Allow"
begin swipe back
release permission
finish
expect stack Home
choose "Camera Scanner"
expect stack Home "Camera Scanner"
