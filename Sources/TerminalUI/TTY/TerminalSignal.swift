// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import FoundationEssentials

/// Bytes that notify a user who looks at another window, as far as the terminal supports them.
package enum TerminalSignal {
  /// The maximum number of characters of a title or a notification.
  private static let limit = 80

  /// The bell; most terminals mark their window for it.
  package static let bell: [UInt8] = [0x07]

  /// Sets the window's title (OSC 2).
  package static func title(_ text: String) -> [UInt8] {
    command("2;\(text.harmless(limit: limit))")
  }

  /// Shows a desktop notification: OSC 777 for terminals that support only that, else iTerm2's OSC
  /// 9, which most others support and the rest ignore.
  package static func notification(_ text: String, on kind: TerminalKind) -> [UInt8] {
    let text = text.harmless(limit: limit)
    switch kind {
    case .foot, .vte, .oldVTE:
      // Semicolons separate the fields.
      let body = String(text.map { $0 == ";" ? "," : $0 })
      return command("777;notify;Facedown;\(body)")
    default: return command("9;\(text)")
    }
  }

  /// Puts a text on the clipboard (OSC 52); terminals that do not allow it ignore this.
  package static func clipboard(_ text: String) -> [UInt8] {
    command("52;c;\(Data(text.utf8).base64EncodedString())")
  }

  private static func command(_ text: String) -> [UInt8] { Array("\u{1b}]\(text)\u{1b}\\".utf8) }
}
