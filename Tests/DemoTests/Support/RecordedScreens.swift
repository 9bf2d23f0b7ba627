// The screens on a terminal of 80 columns and 24 rows, except for the narrow one.
enum RecordedScreens {
  static let login = """
     Sample · Login
    ┌──────────────────────────────────────────┐  Tree
    │                  Log in                  │  window Window
    ├──────────────────────────────────────────┤    stack Auth
    │ Welcome! 환영합니다                      │ ›    screen Login
    │▸Email    [(you@example.com)____________] │
    │ Password [_____________________________] │
    │ [ Log in ]                               │
    │ [ Forgotten? ]                           │
    │ ( Use face recognition )                 │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)



    What you see is an app; use it, or type : and a command.
    ↑↓ choose  letters type  Esc back  : command  Ctrl-C quit
    """

  static let typing = """
     Sample · Login
    ┌──────────────────────────────────────────┐  Tree
    │                  Log in                  │  window Window
    ├──────────────────────────────────────────┤    stack Auth
    │ Welcome! 환영합니다                      │ ›    screen Login
    │▸Email    [(you@example.com)____________] │
    │ Password [_____________________________] │
    │ [ Log in ]                               │
    │ [ Forgotten? ]                           │
    │ ( Use face recognition )                 │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)



    Enter puts the text into the field, Esc leaves the field as it is.
    Email: kim@example
    """

  static let list = """
     Sample · List
    ┌──────────────────────────────────────────┐  Tree
    │                  Cities                  │  window Window
    ├──────────────────────────────────────────┤    tabs Main
    │▸› 서울                             Seoul │      stack Home (selected)
    │ › Tromsø                          Norway │ ›      screen List
    │ › Llanfairpwllgwyngyllgogerychwyr… Wales │      stack Settings
    │                                          │        screen Settings
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    ├──────────────────────────────────────────┤
    │        [Home]                설정        │
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)
       2  service   login: welcome
       3  change    replaced Auth by Main in Window (code)

    tap "Log in"
    ↑↓ choose  Enter use  Esc back  : command  ? help  q quit
    """

  static let settings = """
     Sample · Settings
    ┌──────────────────────────────────────────┐  Tree
    │                   설정           Log out │  window Window
    ├──────────────────────────────────────────┤    tabs Main
    │▸[on ] 알림 받기                          │      stack Home
    │ [ About ]                                │        screen List
    │                                          │      stack Settings (selected)
    │                                          │ ›      screen Settings
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    ├──────────────────────────────────────────┤
    │         Home                [설정]       │
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)
       2  service   login: welcome
       3  change    replaced Auth by Main in Window (code)
       4  change    selected Settings in Main (user)
    switch "알림 받기" on
    ↑↓ choose  Enter use  Esc back  : command  ? help  q quit
    """

  static let sheet = """
     Sample · AboutSheet
    ┌──────────────────────────────────────────┐  Tree
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│  window Window
    │░┌──────────────────────────────────────┐░│    tabs Main
    │░│                About                 │░│      stack Home
    │░├──────────────────────────────────────┤░│        screen List
    │░│ Version 1 👩‍👩‍👧 é                       │░│      stack Settings (selected)
    │░│                                      │░│        screen Settings
    │░│                                      │░│      modal stack About
    │░│                                      │░│ ›      screen AboutSheet
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       2  service   login: welcome
       3  change    replaced Auth by Main in Window (code)
       4  change    selected Settings in Main (user)
       5  change    presented About over Main (code)
    tap "About"
    ↑↓ choose  Enter use  Esc back  : command  ? help  q quit
    """

  static let covered = """
     Sample · AboutSheet
    ┌──────────────────────────────────────────┐  Tree
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│  window Window
    │░┌──────────────────────────────────────┐░│    tabs Main
    │░│                About                 │░│      stack Home
    │░├──────────────────────────────────────┤░│        screen List
    │░│ Version 1 👩‍👩‍👧 é                       │░│      stack Settings (selected)
    │░│                                      │░│        screen Settings
    │░│                                      │░│      modal stack About
    │░│                                      │░│ ›      screen AboutSheet
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    │░│                                      │░│
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       3  change    replaced Auth by Main in Window (code)
       4  change    selected Settings in Main (user)
       5  change    presented About over Main (code)
    Expected the tab "Hme", found nothing of that kind on the screen "AboutSheet",
    with "About" in front of everything else
    ↑↓ choose  Enter use  Esc back  : command  ? help  q quit
    """

  static let alert = """
     Sample · Reset
    ┌──────────────────────────────────────────┐  Tree
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│  window Window
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│    stack Auth
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│      screen Login
    │░░┌────────────────────────────────────┐░░│ ›    modal screen Reset
    │░░│        Reset the password?         │░░│
    │░░│          We send a mail.           │░░│
    │░░│▸Email [__________________________] │░░│
    │░░│                                    │░░│
    │░░│ [ Cancel ]                         │░░│
    │░░│ [ Send ]                           │░░│
    │░░└────────────────────────────────────┘░░│
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│
    │░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░│
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)
       2  change    presented Reset over Auth (code)


    tap Forgotten?
    ↑↓ choose  letters type  Esc back  : command  Ctrl-C quit
    """

  static let help = """
     Sample · Login
     Keys
       ↑ ↓ Tab     choose what to use        Enter Space  use it
       letters     type into a field         Esc          back
       :           write a command           q Ctrl-C     quit
       with a finger on the screen: Enter finishes, Esc cancels

     Commands, the words of a story (Docs/Stories.md)
       tap NAME                  swipe back [cancelled]    fail SERVICE
       double tap NAME           pull down [cancelled]     signal NAME
       choose NAME               begin swipe back          restart
       press NAME                begin pull down           expect …
       tab NAME                  finish                    anew
       type TEXT into NAME       cancel                    help
       clear NAME                link URL                  quit
       switch NAME [on|off]      hold SERVICE
       back                      release SERVICE

       Services    login
       Signals     message


    What you see is an app; use it, or type : and a command.
    Any key goes on.
    """

  static let finger = """
     Sample · City                                          finger down: swipe back
    ┌──────────────────────────────────────────┐  Tree
    │ ‹ Cities         Tromsø                  │  window Window
    ├──────────────────────────────────────────┤    tabs Main
    │ Tromsø is a place with streets, houses   │      stack Home (selected)
    │ and people in them.                      │        screen List
    │ [ Next ]                                 │ ›      screen City
    │                                          │      stack Settings
    │                                          │        screen Settings
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    │                                          │
    ├──────────────────────────────────────────┤
    │        [Home]                설정        │
    └──────────────────────────────────────────┘
    ─ Events ───────────────────────────────────────────────────────────────────────
       1  change    put Auth into Window (code)
       2  service   login: welcome
       3  change    replaced Auth by Main in Window (code)
       4  change    pushed City onto Home (code)
    begin swipe back
    Enter finishes  Esc cancels  the gesture  : command  ? help  q quit
    """

  static let narrow = """
     Sample · Login
    ┌──────────────────────────────────────┐
    │                Log in                │
    ├──────────────────────────────────────┤
    │ Welcome! 환영합니다                  │
    │ Email    [(you@example.com)________] │
    │▸Password [_________________________] │
    │ [ Log in ]                           │
    │ [ Forgotten? ]                      ↓│
    └──────────────────────────────────────┘
    ─ Events ───────────────────────────────
       1  change    put Auth into Window (c…

    Enter puts the text into the field, Esc
    leaves the field as it is.
    Password: ••
    """
}
