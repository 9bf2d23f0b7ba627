extension Reactable {
  /// Erases the type of this reactor.
  ///
  /// - Returns: A reactor that retains this one.
  public func eraseToAnyReactor() -> AnyReactor<Action, State> {
    AnyReactor(self)
  }

  /// Returns a reactor of a part of the state, with actions of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Converts an action of the part to one of this reactor.
  /// - Returns: A reactor that retains this one.
  public func scope<Part, PartAction>(
    state keyPath: KeyPath<State, Part>,
    transform: @escaping @MainActor (PartAction) -> Action
  ) -> AnyReactor<PartAction, Part> {
    let offset = MemoryLayout<State>.offset(of: keyPath)
    return AnyReactor(
      read: { self.currentState[keyPath: keyPath] },
      forward: { self.send(transform($0)) },
      subscribe: { observer in
        self.observe { state in
          if let offset {
            let part = UnsafeRawPointer(state).advanced(by: offset)
            observer(part.assumingMemoryBound(to: Part.self))
          } else {
            withUnsafePointer(to: state.pointee[keyPath: keyPath]) { observer($0) }
          }
        }
      })
  }

  /// Returns a reactor of an optional part of the state.
  ///
  /// While the part is `nil`, the reactor keeps its last value and does not call its observers;
  /// actions are refused and reported.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - context: The context that receives issues of refused actions; by default that of this
  ///     reactor, if it is a core.
  ///   - transform: Converts an action of the part to one of this reactor.
  /// - Returns: A reactor that retains this one; `nil` if the part is `nil` now.
  public func scope<Part, PartAction>(
    state keyPath: KeyPath<State, Part?>,
    context: NavigationContext? = nil,
    transform: @escaping @MainActor (PartAction) -> Action
  ) -> AnyReactor<PartAction, Part>? {
    guard var last = currentState[keyPath: keyPath] else { return nil }
    return AnyReactor(
      read: {
        last = self.currentState[keyPath: keyPath] ?? last
        return last
      },
      forward: { action in
        guard self.currentState[keyPath: keyPath] != nil else {
          let context = context ?? (self as? any ManagedCore)?.context ?? .shared
          context.issues.report(.partIsGone("\(Part.self)", "\(action)"))
          return ActionHandle()
        }
        return self.send(transform(action))
      },
      subscribe: { observer in
        self.observe { state in
          guard let part = state.pointee[keyPath: keyPath] else { return }
          last = part
          withUnsafePointer(to: part) { observer($0) }
        }
      })
  }
}

extension NavigationIssue {
  static func partIsGone(_ part: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "partIsGone"),
      fact: "\(action) was sent to a reactor of \(part), which is nil now; it was refused.",
      advice: "Remove the screen of the part when the part becomes nil.", at: nil)
  }
}
