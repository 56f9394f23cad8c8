// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// A window's or a cell's size in pixels, as reported by a terminal.
package struct PixelSize: Hashable, Sendable {
  /// The maximum number of pixels accepted in a report.
  package static let limit = 65_535

  /// Pixels across, 1...65535.
  package let width: Int
  /// Pixels down, 1...65535.
  package let height: Int

  /// A size; nil if it is out of range.
  package init?(width: Int, height: Int) {
    guard (1...Self.limit).contains(width), (1...Self.limit).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// The size of the window behind a descriptor (TIOCGWINSZ); nil if it is not reported.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    self.init(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
  }
}
