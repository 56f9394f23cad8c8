// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Terminal reports", .timeLimit(.minutes(1)))
struct TerminalReportTests {
  private static let table: [(String, [TerminalReport])] = [
    ("\u{1b}[?2026;2$y", [.mode(2026, isUsable: true)]),
    (
      "\u{1b}[?2026;0$y\u{1b}[?2048;4$y",
      [.mode(2026, isUsable: false), .mode(2048, isUsable: false)]
    ),
    ("\u{1b}[?0u\u{1b}[?31u", [.keyboardProtocol, .keyboardProtocol]),
    ("\u{1b}P>|VTE(7006)\u{1b}\\", [.name("VTE(7006)")]),
    ("\u{1b}P>|tmux 3.3a\u{7}", [.name("tmux 3.3a")]),
    ("\u{1b}P1+r524742=382F382F38\u{1b}\\", [.capability("RGB", isThere: true)]),
    ("\u{1b}P1+r524742\u{1b}\\", [.capability("RGB", isThere: true)]),
    ("\u{1b}P0+r524742\u{1b}\\", [.capability("RGB", isThere: false)]),
    (
      "\u{1b}P1$r0;48:2::1:2:3m\u{1b}\\\u{1b}P1$r48:2:1:2:3m\u{1b}\\\u{1b}P1$r0;1;48;2;1;2;3m\u{7}",
      [.trueColor(true), .trueColor(true), .trueColor(true)]
    ),
    (
      "\u{1b}P1$r0;48:5:16m\u{1b}\\\u{1b}P1$r0m\u{1b}\\\u{1b}P1$r48:2::1:2:4m\u{1b}\\",
      [.trueColor(false), .trueColor(false), .trueColor(false)]
    ),
    // A refusal, and another setting.
    ("\u{1b}P0$r\u{1b}\\\u{1b}P0$rm\u{1b}\\\u{1b}P1$r2 q\u{1b}\\\u{1b}P1$r48:2::1:2:3\u{1b}\\", []),
    ("\u{1b}]11;rgb:1e1e/2424/ffff\u{1b}\\", [.background(Color(0x1e24ff))]),
    ("\u{1b}]11;rgba:f/0/8/f\u{7}", [.background(Color(0xff0088))]),
    (
      "\u{1b}[4;900;1200t\u{1b}[6;20;10t",
      [
        PixelSize(width: 1200, height: 900).map { .window($0) },
        PixelSize(width: 10, height: 20).map { .cell($0) },
      ]
      .compactMap { $0 }
    ),
    (
      "\u{1b}[?62;22c\u{1b}[?1;2;4c\u{1b}[?4c\u{1b}[?6c",
      [false, true, false, false].map { .attributes(hasSixel: $0) }
    ),
    ("\u{1b}_Gi=61;OK\u{1b}\\", [.kittyGraphics]), ("\u{1b}_Gi=61;EINVAL\u{1b}\\", []),
    ("\u{1b}_Gi=1006632961;OK\u{1b}\\", [.picture(slot: 0, isKept: true)]),
    ("\u{1b}_Gi=1006633024,p=2;ENOSPC:full\u{1b}\\", [.picture(slot: 63, isKept: false)]),
    ("\u{1b}_Gi=;OK\u{1b}\\", []), ("\u{1b}_Gi=1006633025;OK\u{1b}\\", []),
    ("\u{1b}_Gi=1006632961\u{1b}\\", []),
    ("\u{1b}[?1;0;256S\u{1b}[?1;0;16S", [.colorRegisters(256), .colorRegisters(16)]),
    ("\u{1b}[0n", [.status]),
    ("\u{1b}[1;3R\u{1b}[24;80R", [.cursor(column: 2, row: 0), .cursor(column: 79, row: 23)]),
    ("\u{1b}[48;24;80;0;0t", [.resized(WindowSize(columns: 80, rows: 24), nil)]),
    (
      "\u{1b}[48;24;80;480;800t",
      [.resized(WindowSize(columns: 80, rows: 24), PixelSize(width: 800, height: 480))]
    ),
    ("\u{1b}[I\u{1b}[O", [.focus(true), .focus(false)]),
    // Garbage is not a report.
    ("\u{1b}[?2026$y\u{1b}[?;2$y\u{1b}[?2026;2y\u{1b}[3n\u{1b}[c\u{1b}[>1;2c\u{1b}[n", []),
    ("\u{1b}[0;0R\u{1b}[1001;1R\u{1b}[99999999999999999999;1R\u{1b}[R\u{1b}[1;1;1R", []),
    (
      "\u{1b}[6;0;10t\u{1b}[6;70000;1t\u{1b}[4t\u{1b}[t\u{1b}[48;0;80t\u{1b}[48;9999;1t\u{1b}[6;;t",
      []
    ),
    (
      "\u{1b}]11;rgb:zz/0/0\u{7}\u{1b}]11;?\u{7}\u{1b}]11;rgb:0/0\u{7}\u{1b}]11;rgb:00000/0/0\u{7}",
      []
    ),
    (
      "\u{1b}]10;rgb:0/0/0\u{7}\u{1b}P1+r5247zz\u{1b}\\\u{1b}P1+r524\u{1b}\\\u{1b}P\u{1b}\\\u{1b}_G\u{1b}\\",
      []
    ),
    // Other answers about graphics, and other programs' pictures.
    (
      "\u{1b}_Gi=61;ENOTSUPPORTED:no\u{1b}\\\u{1b}_Gi=62;OK\u{1b}\\\u{1b}_Gi=61,I=3;OK\u{1b}\\\u{1b}_i=61;OK\u{1b}\\",
      []
    ),
    (
      "\u{1b}[?1;3;256S\u{1b}[?2;0;800;480S\u{1b}[?1;0;0S\u{1b}[?1;0;99999999S\u{1b}[?1;0S\u{1b}[1;0;9S",
      []
    ),
    ("\u{1b}_Gi=61;\(String(repeating: "OK", count: 300))\u{1b}\\", []),
    ("\u{1b}P>|\(String(repeating: "x", count: 300))\u{1b}\\", []),
  ]

  @Test("Each report is parsed, and none becomes a key", arguments: table)
  func reports(text: String, reports: [TerminalReport]) {
    var parser = KeyParser()
    #expect(parser.feed(text.utf8) == [])
    #expect(parser.takeReports() == reports)
    #expect(parser.takeReports() == [] && parser.timeout == nil)
  }

  @Test("Reports survive being cut anywhere, with keys in between", arguments: table)
  func cuts(text: String, reports: [TerminalReport]) {
    let bytes = Array("a\(text)b".utf8)
    for cut in 0...bytes.count {
      var parser = KeyParser()
      let keys = parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
      #expect(keys == [.character("a"), .character("b")])
      #expect(parser.takeReports() == reports)
    }
  }

  @Test("A slow report is not broken by the timeout for Escape")
  func slowly() {
    var parser = KeyParser()
    #expect(parser.feed("\u{1b}[?2026;".utf8) == [])
    #expect(parser.timeout == .seconds(1))
    #expect(parser.feed("2$y".utf8) == [] && parser.takeReports() == [.mode(2026, isUsable: true)])
    #expect(parser.feed("\u{1b}P>|ki".utf8) == [])
    #expect(parser.timeout == .seconds(1))
    #expect(parser.feed("tty\u{1b}\\".utf8) == [] && parser.takeReports() == [.name("kitty")])
  }

  @Test("Reports are bounded, and a terminal's name is sanitised")
  func bounds() {
    var parser = KeyParser()
    _ = parser.feed(Array(repeating: Array("\u{1b}[0n".utf8), count: 10_000).joined())
    #expect(parser.takeReports().count == KeyParser.reportLimit)
    _ = parser.feed("\u{1b}P>|a\u{202e}b\u{85}c\u{1b}\\".utf8)
    #expect(parser.takeReports() == [.name("ab c")] || parser.takeReports() == [])
  }
}
