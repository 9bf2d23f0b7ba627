import Foundation

/// A request, as HTTP/1.1 defines it (RFC 9112).
struct HTTPRequest: Sendable {
  var method: String
  /// The path as it was sent, with its percent signs.
  var path: String
  var query: [String: String]
  /// The fields of the head, by their names in lower case.
  var fields: [String: String]
  /// `nil` if it is larger than the connection takes.
  var body: Data? = Data()
  /// Whether the client sends no further request.
  var isLast: Bool

  /// The number of bytes of the body.
  let length: Int

  /// Reads a head, without the empty line at its end.
  ///
  /// Accepts what browsers and `URLSession` send, and nothing that two readers could understand in
  /// different ways.
  ///
  /// - Throws: `Refusal` for anything else.
  init(head: Data) throws {
    guard let text = String(data: head, encoding: .utf8) else {
      throw Refusal(400, "the head is not UTF-8")
    }
    let lines = text.components(separatedBy: "\r\n")
    let parts = lines[0].components(separatedBy: " ")
    guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else {
      throw Refusal(400, "the first line is no request")
    }
    fields = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        !line[..<colon].contains(where: \.isWhitespace)
      else { throw Refusal(400, "a line of the head is no field") }
      let name = line[..<colon].lowercased()
      guard fields[name] == nil || !Self.single.contains(name) else {
        throw Refusal(400, "\(name) is there twice")
      }
      fields[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    guard fields["transfer-encoding"] == nil else { throw Refusal(411, "a body needs its length") }
    let digits = fields["content-length"] ?? "0"
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let length = Int(digits)
    else { throw Refusal(400, "the length of the body is no number") }
    self.length = length
    method = parts[0]
    let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target.first ?? "")
    query = [:]
    if target.count > 1 {
      let items = URLComponents(string: "?\(target[1])")?.queryItems ?? []
      for item in items { query[item.name] = item.value ?? "" }
    }
    isLast = parts[2] == "HTTP/1.0" || fields["connection"]?.lowercased() == "close"
  }

  /// The fields that decide who may ask, and where a request ends.
  private static let single: Set = ["content-length", "host", "origin", "transfer-encoding"]
}

/// The answer to a request.
struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case data(Data)
    /// What a page reads until it or the server ends the connection.
    case stream(reader: Int)
  }

  var status: Int
  var type: String
  var body: Body

  /// The head, with the empty line at its end.
  func head(isLast: Bool) -> Data {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Error")", "Content-Type: \(type)"]
    if case .data(let data) = body { lines.append("Content-Length: \(data.count)") }
    lines += [
      "Connection: \(isLast ? "close" : "keep-alive")",
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer",
      "Cross-Origin-Resource-Policy: same-origin",
    ]
    return Data(lines.map { "\($0)\r\n" }.joined().utf8) + Data("\r\n".utf8)
  }

  /// The head and the body; a stream has no body yet.
  func bytes(isLast: Bool) -> Data {
    guard case .data(let data) = body else { return head(isLast: isLast) }
    return head(isLast: isLast) + data
  }

  private static let phrases = [
    200: "OK", 202: "Accepted", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    409: "Conflict", 411: "Length Required", 413: "Content Too Large",
    415: "Unsupported Media Type", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 503: "Service Unavailable",
  ]
}
