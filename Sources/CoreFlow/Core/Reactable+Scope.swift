extension Reactable {
  /// This reactor with its type hidden.
  ///
  /// - Returns: A reactor that keeps this one.
  public func eraseToAnyReactor() -> AnyReactor<Action, State> {
    AnyReactor(self)
  }

  /// A reactor of a part of the state, with actions of its own.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - transform: Makes an action of this reactor from one of the part's.
  /// - Returns: A reactor that keeps this one. Its observers are called when this one's are.
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

  /// A reactor of a part of the state that need not be there.
  ///
  /// When the part goes away, the reactor keeps its last value and tells its observers nothing
  /// more; actions are refused and reported until the part is there again.
  ///
  /// - Parameters:
  ///   - keyPath: The part.
  ///   - context: Where refused actions are reported; by default the context of this reactor, if it is
  ///     a core.
  ///   - transform: Makes an action of this reactor from one of the part's.
  /// - Returns: A reactor that keeps this one; `nil` if the part is not there now.
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
      advice: "Take the screen of the part away when the part becomes nil.", at: nil)
  }
}
