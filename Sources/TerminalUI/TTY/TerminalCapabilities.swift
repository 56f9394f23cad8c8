// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The capabilities a terminal has reported so far.
package struct TerminalCapabilities: Hashable, Sendable {
  /// Synchronized output (private mode 2026).
  package var hasSynchronizedOutput = false
  /// Kitty's keyboard protocol, which makes the Escape key unambiguous.
  package var hasKeyboardProtocol = false
  /// Size changes reported as input (private mode 2048).
  package var hasInBandResize = false
  /// 24-bit colour.
  package var hasTrueColor = false
  /// Kitty's graphics protocol.
  package var hasKittyGraphics = false
  /// Sixel drawings.
  package var hasSixel = false
  /// How many colours a sixel drawing may have; nil if it does not tell.
  package var colorRegisters: Int?
  /// Its name and version.
  package var name: String?
  /// The background colour.
  package var background: Color?
  /// A cell's size in pixels.
  package var cell: PixelSize?
  /// The window's size in pixels.
  package var window: PixelSize?
  /// It answers status queries (DSR).
  package var acknowledges = false
  /// The width in cells of each picture in `TerminalProbe.pictures`, as far as reported.
  package var pictureCells: [Int] = []
  /// All answers have arrived.
  package var isComplete = false

  /// Nothing is known yet.
  package init() {}

  /// Records a report.
  ///
  /// - Returns: whether it changed anything.
  @discardableResult
  package mutating func note(_ report: TerminalReport) -> Bool {
    let before = self
    switch report {
    case .mode(2026, let isUsable): hasSynchronizedOutput = isUsable
    case .mode(2048, let isUsable): hasInBandResize = isUsable
    case .mode, .focus, .picture: break
    case .keyboardProtocol: hasKeyboardProtocol = true
    case .name(let name): self.name = name
    case .capability("RGB", let isThere), .capability("Tc", let isThere):
      hasTrueColor = hasTrueColor || isThere
    case .trueColor(let isKept): hasTrueColor = hasTrueColor || isKept
    case .capability: break
    case .background(let color): background = color
    case .cell(let pixels): cell = pixels
    case .window(let pixels): window = pixels
    case .attributes(let hasSixel):
      self.hasSixel = hasSixel
      isComplete = true
    case .kittyGraphics: hasKittyGraphics = true
    case .colorRegisters(let count): colorRegisters = count
    case .status: acknowledges = true
    case .cursor(let column, _):
      // Later cursor reports answer no question.
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

  /// A cell's size in whole pixels in a window of `size` cells; nil if unknown.
  package func cellSize(in size: WindowSize) -> PixelSize? {
    if let cell { return cell }
    guard let window else { return nil }
    return PixelSize(width: window.width / size.columns, height: window.height / size.rows)
  }

  /// A cell's height over its width, clamped to 1.5...3, in a window of `size` cells; nil if
  /// unknown.
  package func cellHeight(in size: WindowSize) -> Float? {
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
