story "Links that lead nowhere"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
cannot link "https://demo.example/nowhere"
cannot link "https://demo.example/features/teleport"
cannot link "https://demo.example/letters/Z"
expect screen Home
