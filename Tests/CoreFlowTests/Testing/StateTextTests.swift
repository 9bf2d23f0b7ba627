import CoreFlow
import Testing

/// Describes itself by a mirror of any style, with labelled values or without.
private struct Custom: CustomReflectable {
  var style: Mirror.DisplayStyle
  var values: [Int] = [1, 2]
  var hasLabels = true

  var customMirror: Mirror {
    Mirror(
      self,
      children: values.enumerated().map { index, value -> Mirror.Child in
        (hasLabels ? "v\(index)" : nil, value)
      },
      displayStyle: style)
  }
}

private class Base { var first = 1 }
private final class Derived: Base { var second = 2 }

@MainActor
@Suite("The text of a state")
struct StateTextTests {
  private static let styles: [Mirror.DisplayStyle] = [
    .struct, .class, .enum, .tuple, .optional, .collection, .dictionary, .set,
  ]

  @Test("A mirror of any style may have any children, and each of them is in the text")
  func customMirrors() {
    for style in Self.styles {
      for hasLabels in [true, false] {
        let custom = Custom(style: style, hasLabels: hasLabels)
        for values in [[], [1], [1, 2], [1, 2, 3]] {
          var other = custom
          other.values = values
          #expect(
            StateDifference.areEqual(custom, other) == (values == [1, 2]),
            "\(style), \(values), \(hasLabels)")
        }
      }
    }
  }

  @Test("Equatable parts of a state that is not are compared by ==, which a text may not show")
  func equatableParts() {
    struct Member: Equatable, CustomStringConvertible {
      var id = 1
      var description: String { "a member" }
    }
    struct Opaque {
      var first: Member? = Member()
      var members = [Member()]
      var number = Double.nan
      var action: () -> Void = {}
    }
    #expect(StateDifference.areEqual(Opaque(), Opaque()))
    #expect(!StateDifference.areEqual(Opaque(), Opaque(first: Member(id: 2))))
    #expect(!StateDifference.areEqual(Opaque(), Opaque(members: [Member(id: 2)])))
    #expect(!StateDifference.areEqual([Opaque()], [Opaque(members: [Member(id: 2)])]))

    struct List: CustomStringConvertible {
      var elements: [Opaque]
      var description: String { "a list" }
    }
    #expect(StateDifference.areEqual(List(elements: [Opaque()]), List(elements: [Opaque()])))
    #expect(!StateDifference.areEqual(List(elements: []), List(elements: [Opaque()])))
  }

  @Test("The values of a dictionary-like mirror keep their labels")
  func labelled() {
    #expect(
      StateText.lines(of: Custom(style: .dictionary)) == ["[", "  v0: 1", "  v1: 2", "]"])
    #expect(
      StateText.lines(of: Custom(style: .dictionary, hasLabels: false)) == ["[", "  1", "  2", "]"])
  }

  @Test("An object's text contains the properties of its superclasses")
  func superclasses() {
    let (one, other) = (Derived(), Derived())
    #expect(StateDifference.areEqual(one, other))
    other.first = 3
    #expect(!StateDifference.areEqual(one, other))
    #expect(StateText.lines(of: other) == ["Derived(", "  first: 3", "  second: 2", ")"])
  }
}
