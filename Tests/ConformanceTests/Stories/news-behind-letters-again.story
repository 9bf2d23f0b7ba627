story "The tab bar leads back to the dashboard, and then news arrive"

tap "Continue"
type "kim@example.com" into "Email"
type "secret" into "Password"
tap "Log in"
choose "Data Sync"
tab "Dashboard"
expect stack Home
tap "Letters"
tap "Next"
meanwhile signal news
expect stack A B
pull down
expect screen Home
