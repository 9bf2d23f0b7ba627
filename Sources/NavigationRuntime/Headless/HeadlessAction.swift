/// An action of a control or an item, shaped like `UIAction`.
@MainActor
open class HeadlessAction {
  /// The type of a handler, which receives the action.
  public typealias Handler = @MainActor (HeadlessAction) -> Void

  /// The text of a button made from the action.
  open var title: String
  /// The picture of a button made from the action.
  open var image: HeadlessImage?
  /// The control or item that was used, while the handler runs.
  public internal(set) final weak var sender: AnyObject?

  private let handler: Handler

  /// Makes an action.
  public init(title: String = "", image: HeadlessImage? = nil, handler: @escaping Handler) {
    self.title = title
    self.image = image
    self.handler = handler
  }

  /// Calls the handler on behalf of a control or item.
  final func perform(sender: AnyObject?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
