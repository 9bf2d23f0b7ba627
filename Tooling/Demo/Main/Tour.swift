/// The story that shows the app.
enum Tour {
  static let text = """
    story "A first visit"

    say "Nobody is logged in, so the app begins with the login screen."
    tap "Log in"
    expect text "That is no mail address"
    type "kim@example.com" into Email
    type "secret" into Password
    tap "Log in"
    expect tab Home selected

    say "A list leads to its details, and the back button leads back."
    choose "서울"
    tap Next
    expect stack List City City
    swipe back cancelled
    back
    back

    say "Another tab, a sheet, and a finger that pulls it down."
    tab Settings
    switch "알림 받기" on
    tap About
    expect sheet
    pull down

    say "Logging out ends everything at once."
    tap "Log out"
    expect screen Login

    """
}
