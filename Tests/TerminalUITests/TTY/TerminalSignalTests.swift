// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Titles and notifications", .timeLimit(.minutes(1)))
struct TerminalSignalTests {
  @Test(
    "Notifications follow their rule",
    arguments: [
      (.off, true, false), (.off, false, false), (.unfocused, true, false),
      (.unfocused, false, true), (.always, true, true), (.always, false, true),
    ] as [(SignalRule, Bool, Bool)])
  func rules(rule: SignalRule, isFocused: Bool, applies: Bool) {
    #expect(rule.applies(whileFocused: isFocused) == applies)
  }

  @Test("Texts in titles and notifications cannot control the terminal")
  func harmless() {
    let name = "A\u{1b}]0;x\u{7};\u{9c}" + String(repeating: "b", count: 400)
    #expect(TerminalSignal.title("x") == Array("\u{1b}]2;x\u{1b}\\".utf8))
    let kinds: [TerminalKind] = [.foot, .other]
    let sent =
      [TerminalSignal.title(name)] + kinds.map { TerminalSignal.notification(name, on: $0) }
    for bytes in sent {
      #expect(bytes.count < 140 && bytes.filter { $0 == 0x1b || $0 == 0x07 }.count == 2)
    }
    #expect(sent[1].filter { $0 == UInt8(ascii: ";") }.count == 3)
  }

  @Test("A copied text is in base64, whatever is in it")
  func clipboard() {
    #expect(
      TerminalSignal.clipboard("http://h:1/K7QF2")
        == Array("\u{1b}]52;c;aHR0cDovL2g6MS9LN1FGMg==\u{1b}\\".utf8))
    // One escape character begins the command, another ends it.
    #expect(TerminalSignal.clipboard("\u{1b}]0;x\u{7}").count { $0 < 0x20 } == 2)
  }
}
