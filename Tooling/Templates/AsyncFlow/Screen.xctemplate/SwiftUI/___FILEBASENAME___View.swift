import SwiftUI

/// Shows ___VARIABLE_productName___.
struct ___VARIABLE_productName___View: View {
  let viewModel: ___VARIABLE_productName___ViewModel

  var body: some View {
    VStack {
      Text(viewModel.title)
      Button("Done") { viewModel.done() }
    }
  }
}
