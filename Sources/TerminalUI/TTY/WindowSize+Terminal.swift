// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
internal import Glibc

extension WindowSize {
  /// The size of the window behind a descriptor (TIOCGWINSZ); nil if unknown.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    self.init(
      columns: min(Int(size.ws_col), Self.limit), rows: min(Int(size.ws_row), Self.limit))
  }
}
