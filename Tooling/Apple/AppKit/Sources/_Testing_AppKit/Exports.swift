// A file that imports AppKit and Testing gets this module in Testing's place. The real one attaches
// images to tests besides.
@_exported import Testing
