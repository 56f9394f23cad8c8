// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What reaches a person who looks at another window: bytes for a terminal, as far as it knows them.
enum TerminalSignal {
  /// The most characters of a title or a notification.
  private static let limit = 80

  /// Rings the bell; most terminals mark their window by it.
  static let bell: [UInt8] = [0x07]

  /// Gives the window a title (OSC 2).
  static func title(_ text: String) -> [UInt8] { command("2;\(text.harmless(limit: limit))") }

  /// Asks the desktop to show a notification: OSC 777 where a terminal knows that one alone, else
  /// iTerm2's OSC 9, which most of the others know and the rest pass over.
  static func notification(_ text: String, on kind: TerminalKind) -> [UInt8] {
    let text = text.harmless(limit: limit)
    switch kind {
    case .foot, .vte, .oldVTE:
      // Fields are told apart by semicolons.
      let body = String(text.map { $0 == ";" ? "," : $0 })
      return command("777;notify;Facedown;\(body)")
    default: return command("9;\(text)")
    }
  }

  private static func command(_ text: String) -> [UInt8] { Array("\u{1b}]\(text)\u{1b}\\".utf8) }
}
