/// A picture that is only its name, shaped like `UIImage`.
open class HeadlessImage {
  /// The name of the system's picture.
  public final let systemName: String

  /// Makes a picture from the system's name for it.
  public init?(systemName name: String) {
    systemName = name
  }
}
