/// An image that consists of its name, shaped like `UIImage`.
open class HeadlessImage {
  /// The name of the system's image.
  public final let systemName: String

  /// Makes an image from the system's name for it.
  public init?(systemName name: String) {
    systemName = name
  }
}
