// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchFixtures
import Testing

@testable import TerminalUI

@Suite("Keys from bytes", .timeLimit(.minutes(1)))
struct KeyParserTests {
  private static let table: [(String, [Key])] = [
    ("b3", [.character("b"), .character("3")]),
    (" ?", [.character(" "), .character("?")]),
    ("é漢🐸", [.character("é"), .character("漢"), .character("🐸")]),
    ("\r\n\t\u{8}\u{7f}", [.enter, .enter, .tab, .backspace, .backspace]),
    ("\u{c}\u{3}\u{0}\u{1c}", [.control("l"), .control("c")]),
    ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.up, .down, .right, .left]),
    ("\u{1b}OA\u{1b}OB\u{1b}OC\u{1b}OD\u{1b}OH\u{1b}OF", [.up, .down, .right, .left, .home, .end]),
    ("\u{1b}[1;5A\u{1b}[1;2D\u{1b}[Z\u{1b}OM", [.up, .left, .backTab, .enter]),
    (
      "\u{1b}[1~\u{1b}[4~\u{1b}[5~\u{1b}[6;5~\u{1b}[7~\u{1b}[8~\u{1b}[3~\u{1b}[2~",
      [.home, .end, .pageUp, .pageDown, .home, .end, .delete]
    ),
    ("\u{1b}b", [.escape, .character("b")]),
    ("\u{1b}\u{1b}[A", [.escape, .up]),
    ("\u{1b}[<0;12;5M", [.press(column: 11, row: 4)]),
    (
      "\u{1b}[<4;1;1M\u{1b}[<16;1000;1000M",
      [.press(column: 0, row: 0), .press(column: 999, row: 999)]
    ),
    // Motion with and without buttons, the wheel.
    (
      "\u{1b}[<35;3;4M\u{1b}[<32;1;1M\u{1b}[<51;2;2M\u{1b}[<64;1;1M\u{1b}[<65;9;8M",
      [
        .hover(column: 2, row: 3), .hover(column: 0, row: 0), .hover(column: 1, row: 1),
        .wheelUp(column: 0, row: 0), .wheelDown(column: 8, row: 7),
      ]
    ),
    // Releases, other buttons, places out of range.
    (
      "\u{1b}[<0;12;5m\u{1b}[<1;1;1M\u{1b}[<2;1;1M\u{1b}[<35;1;1m\u{1b}[<66;1;1M\u{1b}[<128;1;1M",
      []
    ),
    (
      "\u{1b}[<0;0;5M\u{1b}[<0;-1;5M\u{1b}[<0;1;1001M\u{1b}[<0;;M\u{1b}[<0;1M\u{1b}[<9;9;9;9Mx",
      [.character("x")]
    ),
    ("\u{1b}[<0;99999999999999999999;1Mx", [.character("x")]),
    // An old mouse report, the console's F1, F5, replies to questions.
    ("\u{1b}[M !!x\u{1b}[[Ax\u{1b}[15~x", [.character("x"), .character("x"), .character("x")]),
    ("\u{1b}[?1;2c\u{1b}[5;7R\u{1b}[?2026;2$y\u{1b}[0nx", [.character("x")]),
    (
      "\u{1b}]11;rgb:0/0/0\u{7}x\u{1b}P>|kitty\u{1b}\\y\u{1b}_G\u{1b}\u{1b}\\z",
      [.character("x"), .character("y"), .character("z")]
    ),
    // Kitty's protocol: keys by their code points, modifiers, no releases.
    (
      "\u{1b}[27u\u{1b}[27;1u\u{1b}[99;5u\u{1b}[122;5:1u\u{1b}[92;5u\u{1b}[97;1:3u",
      [.escape, .escape, .control("c"), .control("z"), .control("\\")]
    ),
    (
      "\u{1b}[113;129u\u{1b}[9;2u\u{1b}[13u\u{1b}[57414u\u{1b}[57404u\u{1b}[57419u\u{1b}[233u",
      [
        .character("q"), .backTab, .enter, .enter, .character("5"), .up, .character("é"),
      ]
    ),
    ("\u{1b}[1;1:3A\u{1b}[1;1:2B\u{1b}[97;3u\u{1b}[99;13u\u{1b}[57358u", [.down]),
    ("\u{1b}[99999999u\u{1b}[u\u{1b}[55296u\u{1b}[;5ux", [.character("x")]),
    ("\u{1b}[27;5;108~\u{1b}[27;2;9~", [.control("l"), .backTab]),
    // Pasted text is one key, and triggers no others.
    (
      "\u{1b}[200~q\r\u{1b}[201\u{1b}[A\u{1b}\u{1b}[201~x",
      [.paste("q [201[A"), .character("x")]
    ),
    ("\u{1b}[200~\u{1b}[201~x", [.character("x")]),
    ("\u{1b}[200~ ws://a\tb\u{202e}\u{7}é\r\n\u{1b}[201~", [.paste(" ws://a bé")]),
    ("\u{1b}[\(String(repeating: "1", count: 200))Ax", [.character("x")]),
    ("\u{1b}]\(String(repeating: "1", count: 9000))\u{7}x", [.character("x")]),
    ("\u{1b}[12\u{1b}[A\u{1b}[1\rx", [.up, .enter, .character("x")]),
  ]

  @Test("Every sequence is decoded to its key, or ignored", arguments: table)
  func sequences(text: String, keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.feed(text.utf8) == keys)
    #expect(!parser.isWaiting)
  }

  @Test("Cutting the bytes anywhere changes nothing", arguments: table)
  func cuts(text: String, keys: [Key]) {
    let bytes = Array(text.utf8)
    // A text of thousands of bytes is the same byte again and again but at its ends.
    let edge = 300
    for cut in 0...bytes.count
    where cut <= edge || cut >= bytes.count - edge || cut.isMultiple(of: 41) {
      var parser = KeyParser()
      #expect(parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...]) == keys)
    }
    var parser = KeyParser()
    #expect(bytes.flatMap { parser.feed([$0]) } == keys)
  }

  @Test(
    "A pause distinguishes Escape from the beginning of a sequence",
    arguments: [
      ("\u{1b}", [.escape]), ("\u{1b}[", [.escape, .character("[")]),
      ("\u{1b}O", [.escape, .character("O")]), ("\u{1b}[1;", []), ("\u{1b}]0;title", []),
      ("\u{1b}[M!", []), ("", []),
    ] as [(String, [Key])])
  func pauses(text: String, keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.feed(text.utf8) == [])
    #expect(parser.isWaiting == !text.isEmpty)
    #expect(parser.flush() == keys)
    #expect(!parser.isWaiting)
    #expect(parser.feed("x".utf8) == [.character("x")])
  }

  @Test("With the keyboard protocol, a lone ESC waits like any sequence")
  func distinctEscape() {
    var parser = KeyParser()
    #expect(parser.feed([0x1b]) == [] && parser.timeout == .milliseconds(50))
    parser.escapeTimeout = .seconds(1)
    #expect(parser.timeout == .seconds(1))
    #expect(parser.feed("[27u".utf8) == [.escape] && parser.timeout == nil)
  }

  @Test("A pause within pasted text does not split it into keys")
  func pasteInParts() {
    var parser = KeyParser()
    #expect(parser.feed("\u{1b}[200~rm".utf8) == [])
    #expect(parser.flush() == [])
    #expect(parser.feed("q\u{1b}[201".utf8) == [] && parser.flush() == [])
    #expect(parser.feed("~x".utf8) == [.paste("rmq"), .character("x")])
  }

  @Test(
    "Pasted text is kept up to a limit", arguments: [4090, 4096, 4097, 99_999])
  func longPaste(count: Int) {
    var parser = KeyParser()
    let pasted = String(repeating: "a", count: count)
    let kept = String(repeating: "a", count: min(count, KeyParser.pasteLimit))
    #expect(
      parser.feed("\u{1b}[200~\(pasted)\u{1b}[201~x".utf8) == [.paste(kept), .character("x")])
    // Invalid UTF-8 of every kind.
    var random = SplitMix64(seed: UInt64(count))
    let noise = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }.filter {
      $0 != 0x1b
    }
    let keys = parser.feed(Array("\u{1b}[200~".utf8) + noise + Array("\u{1b}[201~".utf8))
    #expect(keys.count == 1)
    guard case .paste(let text) = keys.first else { return }
    #expect(text.unicodeScalars.allSatisfy { $0.isPrintable } && text.utf8.count <= 2 * count)
  }

  @Test("Invalid UTF-8 gives no keys")
  func notText() {
    let bad: [[UInt8]] = [
      [0x80], [0xff], [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80], [0xc2, 0x9b], [0xe2, 0x80, 0xae], [0x9b, 0x41 & 0x9f],
    ]
    for bytes in bad {
      var parser = KeyParser()
      #expect(parser.feed(bytes + Array("x".utf8)).last == .character("x"), "\(bytes)")
      #expect(!parser.feed(bytes).contains { $0 == .up })
    }
    var parser = KeyParser()
    #expect(parser.feed([0xe6, 0x61]) == [.character("a")])
  }

  @Test(
    "Random input parses the same in any pieces", arguments: 1...30 as ClosedRange<UInt64>)
  func noise(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters =
      Array("\u{1b}\u{1b}\u{1b}[[[<<?;;:0123~MmAORItucyn$>|]P\\\u{7}x".utf8) + [
        0xc3, 0xa9, 0xf0, 0xff,
      ]
    // Every other seed uses all byte values.
    let bytes = (0..<3000).map { _ in
      seed % 2 == 0
        ? UInt8(truncatingIfNeeded: random.next())
        : letters[Int(random.next() % UInt64(letters.count))]
    }
    var whole = KeyParser()
    let keys = whole.feed(bytes)
    var pieces = KeyParser()
    var cut: [Key] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(Int(random.next() % 7), rest.count)
      cut += pieces.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(cut == keys)
    let (reports, cutReports) = (whole.takeReports(), pieces.takeReports())
    #expect(reports == cutReports)
    #expect(whole.timeout == pieces.timeout)
    #expect(whole.flush() == pieces.flush())
  }
}
