// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A document as the rules see it: its links, its code, and its link targets.
///
/// Knows fenced and indented code, inline code, links and headings, and nothing else of Markdown.
struct Markdown: Sendable {
  /// Something in a line.
  struct Item: Equatable, Sendable {
    let text: String
    let line: Int
  }

  /// The targets of links and pictures, as written.
  private(set) var links: [Item] = []
  /// Lines of code, and inline code.
  private(set) var code: [Item] = []
  /// Valid targets after a link's `#`: the headings' anchors, as repository hosts generate them.
  private(set) var anchors: Set<String> = []

  init(_ file: TextFile) {
    var isFenced = false
    var isIndented = false
    var isAfterBlank = true
    for (offset, line) in file.lines.enumerated() {
      let isBlank = line.allSatisfy(\.isWhitespace)
      isIndented = line.hasPrefix("    ") && (isAfterBlank || isIndented) || isBlank && isIndented
      isAfterBlank = isBlank
      if line.hasPrefix("```") {
        isFenced.toggle()
      } else if isFenced || isIndented {
        code.append(Item(text: String(line), line: offset + 1))
      } else {
        read(line, number: offset + 1)
      }
    }
  }

  private mutating func read(_ line: Substring, number: Int) {
    var prose = ""
    for (index, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        code.append(Item(text: String(part), line: number))
      } else {
        prose += part
      }
    }
    if prose.contains("](") {
      for match in prose.matches(of: /\]\(([^)\s]+)\)/) {
        links.append(Item(text: String(match.1), line: number))
      }
    }
    guard line.hasPrefix("#"), let heading = line.firstMatch(of: /^#{1,6} (.+)$/) else { return }
    let anchor = Self.anchor(of: heading.1)
    let same = (1...).lazy.map { "\(anchor)-\($0)" }.first { !anchors.contains($0) }
    anchors.insert(anchors.contains(anchor) ? same ?? anchor : anchor)
  }

  /// A heading in lower case, with `-` for spaces and without punctuation.
  static func anchor(of heading: some StringProtocol) -> String {
    String(
      heading.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }
}

extension TextFile {
  var isDocument: Bool { path.hasSuffix(".md") }

  /// The path that a relative link in this file points to; nil for an external one.
  func path(of link: String) -> String? {
    let target = link.prefix { $0 != "#" }
    guard !link.contains(":") else { return nil }
    guard !target.isEmpty else { return path }
    var parts = path.split(separator: "/").dropLast()
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}
