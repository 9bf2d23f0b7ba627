@_exported import NavigationRuntime
