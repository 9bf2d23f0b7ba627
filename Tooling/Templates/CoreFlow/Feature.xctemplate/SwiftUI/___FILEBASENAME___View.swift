import CoreFlow
import SwiftUI

/// Shows the state of ___VARIABLE_productName___ and sends the user's actions.
struct ___VARIABLE_productName___View: View {
  @ObservedObject var model: ObservableReactor<___VARIABLE_productName___Action, ___VARIABLE_productName___State>

  var body: some View {
    VStack {
      Text(model.state.title)
      Button("Done") { model.send(.doneTapped) }
    }
  }
}
