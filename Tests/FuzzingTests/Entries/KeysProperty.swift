// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Properties of the key parser: cuts and pauses in the input do not matter, a key has no control
/// characters, and the number of keys is bounded by the number of bytes.
///
/// The first byte of an input determines the cuts.
enum KeysProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    guard let first = bytes.first else { return .refused }
    let stream = bytes.dropFirst()
    var whole = KeyParser()
    let keys = whole.feed(stream)
    let reports = whole.takeReports()
    for size in [1, Int(first) + 1] {
      var parser = KeyParser()
      var cut: [Key] = []
      var rest = stream
      while !rest.isEmpty {
        cut += parser.feed(rest.prefix(size))
        if !parser.isWaiting { cut += parser.flush() }
        rest = rest.dropFirst(size)
      }
      try hold(cut == keys, "Cut at \(size), \(keys) became \(cut).")
      try hold(parser.takeReports() == reports, "Cut at \(size), reports differ.")
      try hold(parser.timeout == whole.timeout, "Cut at \(size), the timeout differs.")
      try hold(parser.flush() == whole.flush(), "Cut at \(size), the rest differs.")
      try hold(!parser.isWaiting, "It still waits after the end.")
      whole = KeyParser()
      _ = whole.feed(stream)
    }
    // Escape and a byte are two keys; nothing yields more.
    try hold(keys.count <= 2 * stream.count, "\(keys.count) keys of \(stream.count) bytes.")
    try hold(reports.count <= KeyParser.reportLimit, "\(reports.count) reports.")
    for key in keys { try holdKey(key) }
    var capabilities = TerminalCapabilities()
    for report in reports { capabilities.note(report) }
    try holdHarmless(capabilities.name ?? "")
    let ratio = capabilities.cellHeight(in: .usual)
    try hold(
      ratio.map { (1.5...3).contains($0) } ?? true, "The cells' aspect ratio is \(ratio ?? 0).")
    capabilities.cell = capabilities.cellSize(in: .usual)
    if let graphics = TerminalGraphics(capabilities) {
      let pixels = graphics.cell.width * graphics.cell.height
      try hold(pixels <= 40 * 80 && (16...256).contains(graphics.colors), "Pictures: \(graphics)")
    }
    return keys.isEmpty && reports.isEmpty ? .refused : .read
  }

  private static func holdKey(_ key: Key) throws(InvariantViolation) {
    switch key {
    case .character(let character): try holdHarmless(String(character))
    case .control(let character):
      try hold(("a"..."z").contains(character) || character == "\\", "Ctrl-\(character)")
    case .paste(let text):
      try holdHarmless(text)
      // An invalid byte is shown as three bytes.
      try hold(text.utf8.count <= 3 * KeyParser.pasteLimit, "\(text.utf8.count) bytes pasted.")
    case .press(let column, let row), .hover(let column, let row), .wheelUp(let column, let row),
      .wheelDown(let column, let row):
      let cells = 0..<WindowSize.limit
      try hold(cells.contains(column) && cells.contains(row), "\(key) is outside the screen.")
    default: break
    }
  }
}
