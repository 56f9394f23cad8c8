// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a terminal has said of itself so far; everything may still be unsaid.
struct TerminalCapabilities: Hashable, Sendable {
  /// It shows a frame between two marks at once (private mode 2026).
  var hasSynchronizedOutput = false
  /// It knows the keyboard protocol that tells Escape from the beginning of a sequence.
  var hasKeyboardProtocol = false
  /// It tells of another size among the keys (private mode 2048).
  var hasInBandResize = false
  /// It has all colours.
  var hasTrueColor = false
  /// Its name and version.
  var name: String?
  /// The colour behind text.
  var background: Color?
  /// A cell's pixels.
  var cell: PixelSize?
  /// The window's pixels.
  var window: PixelSize?
  /// It answers a query for its status.
  var acknowledges = false
  /// The cells it gave to each picture of `TerminalProbe.pictures`, as far as it said.
  var pictureCells: [Int] = []
  /// It has answered all it ever will.
  var isComplete = false

  /// Takes note of an answer.
  ///
  /// - Returns: whether anything is known now that was not before.
  @discardableResult
  mutating func note(_ report: TerminalReport) -> Bool {
    let before = self
    switch report {
    case .mode(2026, let isUsable): hasSynchronizedOutput = isUsable
    case .mode(2048, let isUsable): hasInBandResize = isUsable
    case .mode, .focus: break
    case .keyboardProtocol: hasKeyboardProtocol = true
    case .name(let name): self.name = name
    case .capability("RGB", let isThere), .capability("Tc", let isThere):
      hasTrueColor = hasTrueColor || isThere
    case .capability: break
    case .background(let color): background = color
    case .cell(let pixels): cell = pixels
    case .window(let pixels): window = pixels
    case .attributes: isComplete = true
    case .status: acknowledges = true
    case .cursor(let column, _):
      // Later ones are nobody's answer.
      if pictureCells.count < TerminalProbe.pictures.count, !isComplete {
        pictureCells.append(column)
      }
    case .resized(_, let pixels):
      if let pixels {
        window = pixels
        cell = nil
      }
    }
    return self != before
  }

  /// How bright the colour behind text is, 0...1; nil if it did not say.
  var backgroundLuminance: Float? {
    background.map { OKLab($0).lightness }
  }

  /// A cell's height over its width in a window of some cells, as far as the terminal says; what
  /// cannot be of a font is drawn to the nearest that can.
  func cellHeight(in size: WindowSize) -> Float? {
    let ratio: Float
    if let cell {
      ratio = Float(cell.height) / Float(cell.width)
    } else if let window {
      ratio =
        Float(window.height) / Float(size.rows) / (Float(window.width) / Float(size.columns))
    } else {
      return nil
    }
    return min(max(ratio, 1.5), 3)
  }
}
