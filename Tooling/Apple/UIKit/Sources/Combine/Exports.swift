// OpenCombine has Combine's types with Combine's signatures.
@_exported import OpenCombine
