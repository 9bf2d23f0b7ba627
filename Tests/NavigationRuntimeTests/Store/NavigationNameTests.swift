import NavigationRuntime
import Testing

private class LoginViewController {}
private class LoginController {}
private class LoginScreen {}
private class LoginView {}
private class Login {}
private class LoginHostingController<Content> {}
private class LoginHostingScreen<Core, Content> {}
private class UILoginScreen {}
private class Screen {}
private class ViewController {}
private class Controller {}
private class Headless {}
private class UIScreen {}
private class ScreenSaver {}
private class ModifiedContent<Content, Modifier> {}
private class NSKVONotifying_LoginViewController {}

@Suite("Names in trees")
struct NavigationNameTests {
  @Test("Removes the word for its kind from a type's name")
  func kinds() {
    let types: [Any.Type] = [
      LoginViewController.self, LoginController.self, LoginScreen.self, LoginView.self,
      Login.self, UILoginScreen.self, LoginHostingController<LoginView>.self,
      LoginHostingController<LoginScreen>.self, LoginHostingScreen<Int, LoginView>.self,
      LoginHostingController<ModifiedContent<LoginView, Int>>.self,
      NSKVONotifying_LoginViewController.self,
    ]
    #expect(types.map { navigationName(of: $0) } == types.map { _ in "Login" })
  }

  @Test("Keeps a word that is the whole name")
  func bare() {
    let types: [Any.Type] = [
      Screen.self, ViewController.self, Controller.self, Headless.self, UIScreen.self,
      ScreenSaver.self, HeadlessViewController.self, HeadlessNavigationController.self,
      HeadlessWindow.self,
    ]
    #expect(
      types.map { navigationName(of: $0) } == [
        "Screen", "View", "Controller", "Headless", "Screen", "ScreenSaver", "View", "Navigation",
        "Window",
      ])
  }
}
