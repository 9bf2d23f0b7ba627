import Foundation
import Testing

/// Checks the parts of the templates that Xcode reads, which cannot be tried without Xcode.
@Suite("The templates as Xcode reads them")
struct TemplateInfoTests {
  struct Info: Decodable {
    struct Option: Decodable {
      let Identifier: String
      let Name: String
      let Description: String
      let `Type`: String
      let Default: String?
      let Values: [String]?
    }
    let Kind: String
    let Summary: String
    let MainTemplateFile: String
    let Options: [Option]
  }

  private static let root = URL(
    fileURLWithPath: ProcessInfo.processInfo.environment["TEMPLATES"] ?? ".")

  private static func contents(_ folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent != "TemplateInfo.plist" }
  }

  private static func templates() throws -> [URL] {
    try ["AsyncFlow", "CoreFlow"].flatMap { try contents(root.appendingPathComponent($0)) }
  }

  @Test("There are templates for both frameworks, each with a test file")
  func all() throws {
    let names = Set(try Self.templates().map { $0.deletingPathExtension().lastPathComponent })
    let wanted = ["Feature", "Screen-less Feature", "Procedure", "Child", "Flow", "Screen"]
    #expect(names.isSuperset(of: wanted))
    for name in names where !name.hasSuffix(" Tests") { #expect(names.contains("\(name) Tests")) }
  }

  @Test("The options are valid, and each variant has its folder with all files")
  func options() throws {
    for template in try Self.templates() {
      let data = try Data(contentsOf: template.appendingPathComponent("TemplateInfo.plist"))
      let info = try PropertyListDecoder().decode(Info.self, from: data)
      #expect(info.Kind == "Xcode.IDEFoundation.TextSubstitutionFileTemplateKind")
      #expect(!info.Summary.isEmpty)
      #expect(info.Options.first?.Identifier == "productName")
      let popups = info.Options.filter { $0.Type == "popup" }
      #expect(popups.count <= 1, "the folder's name would be two values in a row")
      var folders = [template]
      if let popup = popups.first {
        let values = try #require(popup.Values)
        #expect(values.contains(popup.Default ?? ""))
        #expect(Set(values) == Set(try Self.contents(template).map(\.lastPathComponent)))
        folders = values.map { template.appendingPathComponent($0) }
      }
      for folder in folders {
        let files = try Self.contents(folder)
        #expect(files.contains { $0.lastPathComponent == info.MainTemplateFile })
        for file in files { try check(file, against: info) }
      }
    }
  }

  /// Every macro is one of Xcode's or an option, and no two touch each other.
  private func check(_ file: URL, against info: Info) throws {
    let name = file.lastPathComponent
    #expect(name.contains("___FILEBASENAME___") && name.hasSuffix(".swift"))
    let text = try name + "\n" + String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("______"), "two macros touch each other in \(file.path)")
    let known = info.Options.filter { $0.Type == "text" }.map { "VARIABLE_\($0.Identifier)" }
    let words = text.components(separatedBy: "___")
    #expect(words.count % 2 == 1)
    for index in stride(from: 1, to: words.count, by: 2) where words[index] != "FILEBASENAME" {
      #expect(known.contains(words[index]), "nothing asks for \(words[index]) in \(file.path)")
    }
  }
}
