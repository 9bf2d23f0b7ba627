story "Kim logs in"

expect screen Onboarding
tap "Continue"
type "kim@example.com" into "Email"
expect field "Email" is "kim@example.com"
type "secret" into "Password"
tap "Log in"
expect screen Home
expect tab "Dashboard" selected
expect row "Data Sync"
expect tree
| window Window
|   tabs Main
|     stack Dashboard (selected)
|       screen Home
|     stack Settings
|       screen SettingsList
