import NavigationRuntime

/// A flow whose children belong to places.
///
/// A child that is attached with a value of ``ChildPlace`` is an entry of the flow's branch in a
/// ``/NavigationRuntime/NavigationPlace``. A journey to a place calls ``attachChild(for:)`` for each
/// entry that is missing on screen.
///
/// ```swift
/// nonisolated enum LibraryPlace: Codable, Hashable { case book(Int) }
///
/// final class LibraryFlow: Flow<LibraryCore, LibraryScreen>, PlaceRouting {
///   func attachChild(for place: LibraryPlace) async {
///     switch place {
///     case .book(let id): await attach(BookFlow(id: id), by: .push, as: place)?.value()
///     }
///   }
/// }
/// ```
///
/// A child that is attached without a value is not part of a place. Its own children are not,
/// either.
@MainActor
public protocol PlaceRouting: Flowable {
  /// The values that stand for children.
  associatedtype ChildPlace: Codable & Hashable & Sendable

  /// Attaches the child that a value stands for, as a tap of the user would.
  ///
  /// Returns when the child's screen is shown, or cannot be. It may wait before, for a login or a
  /// permission: at an ``/NavigationRuntime/ActivityGate``, so that `settled()` lists the journey
  /// instead of waiting for it.
  ///
  /// It must not await the journey itself, directly or by way of another one: the journey would go on
  /// without the entry.
  ///
  /// Called by a journey once for each missing entry, and once more if another object has appeared in
  /// place of the flow, on the main actor, in a task that is cancelled with the journey, and when the
  /// flow ends. Transitions of `attach` in this task are animated only if the journey's one missing
  /// entry is made.
  ///
  /// - Parameter place: The value, decoded from a place.
  func attachChild(for place: ChildPlace) async
}

extension PlaceRouting {
  /// Attaches a child that belongs to places.
  ///
  /// Everything else is as for a child without a place. A child that the flow shows itself, by
  /// ``FlowRoute/none``, belongs to places, too.
  ///
  /// - Parameters:
  ///   - child: A CoreFlow flow, or any other node.
  ///   - route: The way in which its screen is shown.
  ///   - place: The value that stands for the child. Encoded when a place is read.
  ///   - animated: Whether the transition is animated.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onDetach: Called once with the reason, when the child has ended.
  /// - Returns: A handle on the transition; `nil` as for a child without a place.
  @_disfavoredOverload  // A child with a value returns its attachment.
  @discardableResult
  public func attach(
    _ child: any NavigationNode,
    by route: FlowRoute,
    as place: ChildPlace,
    animated: Bool = true,
    fileID: String = #fileID,
    line: UInt = #line,
    onDetach: (@MainActor (NavigationEndReason) -> Void)? = nil
  ) -> ScheduledTransition? {
    flowNode.attach(
      child, by: route, as: FlowEntry(place), animated: animated, at: CallSite(fileID, line),
      onDetach: onDetach)
  }

  /// Attaches a child that belongs to places and ends with a value.
  ///
  /// Everything else is as for a child without a place.
  ///
  /// - Parameters:
  ///   - child: A flow with a result.
  ///   - route: The way in which its screen is shown.
  ///   - place: The value that stands for the child. Encoded when a place is read.
  ///   - animated: Whether the transition is animated.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - onDetach: Called once with the reason, when the child has ended.
  /// - Returns: The attachment, whose result can be awaited.
  @discardableResult
  public func attach<Child: ResultFlow>(
    _ child: Child,
    by route: FlowRoute,
    as place: ChildPlace,
    animated: Bool = true,
    fileID: String = #fileID,
    line: UInt = #line,
    onDetach: (@MainActor (NavigationEndReason) -> Void)? = nil
  ) -> FlowAttachment<Child.Output> {
    attachWithResult(
      child, by: route, as: FlowEntry(place), animated: animated, at: CallSite(fileID, line),
      onDetach: onDetach)
  }

  func attachment(decoding value: NavigationPlace.Value) throws -> @MainActor () async -> Void {
    let place = try value.decoded(as: ChildPlace.self)
    return { await self.attachChild(for: place) }
  }

  /// Decodes a value, for a comparison.
  func anyPlace(decoding value: NavigationPlace.Value) throws -> AnyHashable {
    try value.decoded(as: ChildPlace.self)
  }
}

/// The value that stands for a child in places.
@MainActor
final class FlowEntry {
  private enum Encoding {
    case pending(() throws -> NavigationPlace.Value)
    case done(NavigationPlace.Value)
    case failed
  }

  let place: AnyHashable
  private var encoding: Encoding

  init(_ place: some Codable & Hashable & Sendable) {
    self.place = place
    encoding = .pending { try NavigationPlace.Value(encoding: place) }
  }

  /// Returns the encoded value; `nil` if it cannot be encoded, which is reported once.
  func value(
    of child: @autoclosure () -> String, at site: CallSite, in context: NavigationContext
  ) -> NavigationPlace.Value? {
    switch encoding {
    case .done(let value): return value
    case .failed: return nil
    case .pending(let encode):
      do {
        let value = try encode()
        encoding = .done(value)
        return value
      } catch {
        encoding = .failed
        context.issues.report(.placeNotEncoded("The place of \(child())", "\(error)", site))
        return nil
      }
    }
  }
}
