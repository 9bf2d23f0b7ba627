/// The story that shows the app.
enum Tour {
  static let text = """
    story "A first visit"

    say "The first start: an onboarding, then the login. A link that comes now waits."
    expect screen Onboarding
    tap "Continue"
    link "https://demo.example/settings/profile"
    expect screen Login
    type "kim@example.com" into "Email"
    type "guess" into "Password"
    tap "Log in"
    expect text "Email or password is wrong."

    say "The server takes its time. With the answer Kim is in, and where the link leads."
    hold login
    type "secret" into "Password"
    tap "Log in"
    expect text "Please wait"
    release login
    expect stack SettingsList Profile

    say "A feature needs a permission: the step is adapted, and asks."
    tab "Dashboard"
    choose "Camera Scanner"
    expect screen "Permission scanner"
    tap "Allow"
    expect stack Home "Camera Scanner"

    say "News arrive while the dashboard is hidden, and wait until the finger has brought it back."
    signal news
    swipe back cancelled
    expect screen "Camera Scanner"
    swipe back
    expect screen News
    pull down

    say "From A to E, and back by three."
    tap "Letters"
    tap "Next"
    tap "Next"
    tap "Next"
    tap "Next"
    expect text "A → B → C → D → E"
    tap "Back 3"
    expect stack A B

    say "The session ends on the server, and everything with it."
    signal expire
    expect tree
    | window Window
    |   stack Auth
    |     screen Login
    """
}
