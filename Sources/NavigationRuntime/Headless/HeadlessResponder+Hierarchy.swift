extension HeadlessResponder {
  /// Notifies the observer of this controller or window of a change.
  func notify(_ change: HeadlessHierarchyChange, by origin: HeadlessOrigin) {
    hierarchyObserver?.headlessHierarchy(of: self, did: change, by: origin)
  }
}
