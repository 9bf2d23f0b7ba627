/// A list of text rows with selection, in place of a table or collection view.
open class HeadlessListView: HeadlessView {
  /// One row.
  public struct Row: Sendable, Hashable {
    /// The row's text.
    public var title: String
    /// The smaller text beside or below it.
    public var detail: String?

    /// Makes a row.
    public init(_ title: String, detail: String? = nil) {
      self.title = title
      self.detail = detail
    }
  }

  /// The rows, from the top.
  open var rows: [Row] = []
  /// Whether the user can select rows.
  open var allowsSelection = true
  /// Called with the row's index when the user selects a row.
  open var onSelect: (@MainActor (_ index: Int) -> Void)?
}
