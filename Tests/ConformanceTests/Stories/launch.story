story "The app is started for the first time"

expect screen Onboarding
expect text "One app, two frameworks."
tap "Continue"
expect screen Login
expect text "Welcome"
expect tree
| window Window
|   stack Auth
|     screen Login
