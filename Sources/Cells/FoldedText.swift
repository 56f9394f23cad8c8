// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension String {
  /// Folds the text into lines of at most `cells` cells, at separators where possible.
  ///
  /// A part longer than a line is folded at its spaces, and a longer word is broken. A short sentence
  /// at the end stays in one line.
  ///
  /// - Parameters:
  ///   - cells: the cells of a line.
  ///   - limit: the maximum number of lines; an ellipsis marks omitted text.
  ///   - separator: what lines may be broken at, and what is between the parts of a line.
  /// - Returns: the lines; none of an empty text.
  package func folded(
    to cells: Int, lines limit: Int = .max, between separator: String = " "
  ) -> [String] {
    var lines: [String] = []
    var line = ""
    var length = 0
    let gap = separator.cells
    for part in parts(between: separator) {
      let width = part.cells
      if !line.isEmpty, length + gap + width <= cells {
        line += separator
        line += part
        length += gap + width
        continue
      }
      if !line.isEmpty { lines.append(line) }
      (line, length) = (part, width)
      guard width > cells || separator != " " else { continue }
      let pieces = separator == " " ? part.pieces(of: cells) : part.folded(to: cells)
      lines += pieces.dropLast()
      line = pieces.last ?? ""
      length = line.cells
    }
    if !line.isEmpty { lines.append(line) }
    if separator == " " { lines.joinLastSentence(cells) }
    guard lines.count > limit else { return lines }
    lines.removeSubrange(max(limit, 0)...)
    guard var last = lines.popLast() else { return [] }
    while !last.isEmpty, last.cells >= cells { last.removeLast() }
    return lines + [last + "…"]
  }

  /// The parts between separators, without empty ones.
  package func parts(between separator: String) -> [String] {
    if isPrintableASCII { return partsOfASCII(between: Array(separator.utf8)) }
    var parts: [String] = []
    var part = ""
    for character in self {
      part.append(character)
      guard part.hasSuffix(separator) else { continue }
      part.removeLast(separator.count)
      if !part.isEmpty { parts.append(part) }
      part = ""
    }
    return part.isEmpty ? parts : parts + [part]
  }

  /// The same of a text in which every byte is a character: a fast path, because each frame folds
  /// its texts.
  private func partsOfASCII(between separator: [UInt8]) -> [String] {
    precondition(!separator.isEmpty, "Text was to be split at an empty separator.")
    let text = Array(utf8)
    var parts: [String] = []
    var (start, end) = (0, 0)
    func take(_ part: Range<Int>) {
      if !part.isEmpty { parts.append(String(decoding: text[part], as: UTF8.self)) }
    }
    while end < text.count {
      end += 1
      guard text[start..<end].suffix(separator.count).elementsEqual(separator) else { continue }
      take(start..<end - separator.count)
      start = end
    }
    take(start..<end)
    return parts
  }

  /// Breaks a word into pieces of at most `cells` cells.
  private func pieces(of cells: Int) -> [String] {
    guard cells > 1, self.cells > cells else { return [self] }
    var pieces: [String] = []
    var piece = ""
    for character in self {
      if !piece.isEmpty, piece.cells + String(character).cells > cells {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return pieces + [piece]
  }

  /// The longest prefix that fits into `cells` terminal cells.
  package func shortened(to cells: Int) -> String {
    guard self.cells > cells else { return self }
    var (text, room) = ("", cells)
    for character in self {
      room -= String(character).cells
      guard room >= 0 else { break }
      text.append(character)
    }
    return text
  }

  /// Keeps as many whole hints as fit, dropping the first one and that for help last.
  package func hints(in cells: Int) -> String {
    var hints = parts(between: "  ")
    while hints.joined(separator: "  ").cells > cells, hints.count > 1 {
      let help = hints.firstIndex { $0.hasPrefix("?") } ?? 0
      hints.remove(at: help > 1 ? help - 1 : hints.count - 1)
    }
    return hints.joined(separator: "  ")
  }
}

extension [String] {
  /// Sentences of at most this many cells are not broken.
  private static var shortSentence: Int { 16 }

  /// Moves the beginning of a short last sentence to its end in the last line.
  fileprivate mutating func joinLastSentence(_ cells: Int) {
    guard count > 1, let last else { return }
    let words = self[count - 2].split(separator: " ")
    guard let end = words.dropLast().lastIndex(where: { $0.hasSuffix(".") }) else { return }
    let sentence = (words[(end + 1)...].map(String.init) + [last]).joined(separator: " ")
    guard sentence.cells <= Swift.min(cells, Self.shortSentence) else { return }
    self[count - 2] = words[...end].joined(separator: " ")
    self[count - 1] = sentence
  }
}
