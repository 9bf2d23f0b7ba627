story "Leaving the question hides the feature, for any answer"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Camera Scanner"
hold permission
tap "Allow"
back
release permission
expect stack Home
choose "Camera Scanner"
expect stack Home "Camera Scanner"
