import SwiftUI

/// Shows the state of ___VARIABLE_productName___.
struct ___VARIABLE_productName___View: View {
  var state: ___VARIABLE_productName___State
  let send: @MainActor (___VARIABLE_productName___Action) -> Void

  var body: some View {
    VStack {
      Text(state.title)
      Button("Done") { send(.doneTapped) }
    }
  }
}
