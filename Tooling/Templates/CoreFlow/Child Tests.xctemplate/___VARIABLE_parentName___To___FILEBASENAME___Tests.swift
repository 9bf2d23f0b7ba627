import CoreFlow
import Testing

@testable import ___VARIABLE_moduleName___

@MainActor
@Suite("___VARIABLE_productName___ under ___VARIABLE_parentName___")
struct ___VARIABLE_parentName___To___VARIABLE_productName___Tests {
  @Test("___VARIABLE_parentName___ attaches ___VARIABLE_productName___, and detaches it at its end")
  func roundTrip() {
    let parent = ___VARIABLE_parentName___Flow(listener: nil)
    parent.core.routeTo___VARIABLE_productName___(by: .none)
    let child = parent.children.first as? ___VARIABLE_productName___Flow
    #expect(child?.isActive == true)
    child?.core.listener?.didFinish___VARIABLE_productName___()
    #expect(parent.children.isEmpty)
    #expect(child?.isActive == false)
  }

  @Test("___VARIABLE_productName___ ends with ___VARIABLE_parentName___")
  func end() {
    var parent: ___VARIABLE_parentName___Flow? = ___VARIABLE_parentName___Flow(listener: nil)
    parent?.core.routeTo___VARIABLE_productName___(by: .none)
    weak var child: ___VARIABLE_productName___Flow?
    child = parent?.children.first as? ___VARIABLE_productName___Flow
    #expect(parent?.children.count == 1)
    parent = nil
    #expect(child == nil)
  }
}
