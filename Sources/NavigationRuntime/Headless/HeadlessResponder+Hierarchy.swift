extension HeadlessResponder {
  /// Tells the observer of this controller or window that something changed.
  func notify(_ change: HeadlessHierarchyChange, by origin: HeadlessOrigin) {
    hierarchyObserver?.headlessHierarchy(of: self, did: change, by: origin)
  }
}
