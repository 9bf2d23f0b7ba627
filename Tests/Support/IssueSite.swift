import NavigationRuntime

extension NavigationIssue {
  /// Stops the tests if the issue names a line of the libraries instead of the caller's or none.
  public func demandSiteOfCaller() {
    let library = ["NavigationRuntime/", "AsyncFlow/", "CoreFlow/"].first {
      fileID?.hasPrefix($0) ?? false
    }
    precondition(library == nil, "The issue is not at the line of a caller: \(self)")
  }
}
