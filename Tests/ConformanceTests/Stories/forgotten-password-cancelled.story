story "A forgotten password comes to mind"

tap "Continue"
tap "Forgot password"
cannot tap "Log in"
press "Cancel"
expect screen Login
expect text "Welcome"
tap "Forgot password"
press "Send"
expect text "Fill in all fields."
