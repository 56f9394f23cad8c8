// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import QREncode
import Testing

@Suite("A QR code", .timeLimit(.minutes(1)))
struct QRCodeTests {
  private static let link = "HTTP://192.168.178.142:7777/K7QF2"

  @Test("a link in capitals has fewer modules than in small letters")
  func size() throws {
    let named = "https://memory.play.example.org:7777/K7QF2"
    #expect(try #require(QRCode(named.uppercased())).side == 25)
    #expect(try #require(QRCode(named)).side == 29)
  }

  @Test("three of its corners have the pattern that readers look for, and light around it")
  func corners() throws {
    let code = try #require(QRCode(Self.link))
    for (column, row) in [(0, 0), (code.side - 7, 0), (0, code.side - 7)] {
      for (x, y) in [(0, 0), (6, 6), (3, 3)] {
        #expect(code.isDark(column: column + x, row: row + y))
      }
      for (x, y) in [(1, 1), (-1, 3), (3, 7), (7, 3)] where column + x >= 0 {
        #expect(!code.isDark(column: column + x, row: row + y))
      }
    }
    #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.side))
  }

  @Test("its rows of half-blocks are of one length, and light at the edges")
  func rows() throws {
    let code = try #require(QRCode(Self.link))
    let rows = code.halfBlocks
    #expect(rows.count == 15 && rows.allSatisfy { $0.count == 29 })
    #expect(rows[0].allSatisfy { $0 == " " })
    #expect(rows.allSatisfy { $0.first == " " && $0.last == " " })
    #expect(rows[1].hasPrefix("  █▀▀▀▀▀█ "))
  }

  @Test("its picture is dark where the code is, and has the code's margin")
  func picture() throws {
    let code = try #require(QRCode(Self.link))
    #expect(code.svg.hasPrefix("<svg ") && code.svg.contains("viewBox=\"-2 -2 29 29\""))
    var dark = Set<[Int]>()
    for run in code.svg.matches(of: /M(\d+) (\d+)h(\d+)v1h-\d+z/) {
      let (column, row) = (try #require(Int(run.1)), try #require(Int(run.2)))
      for step in 0..<(try #require(Int(run.3))) { dark.insert([column + step, row]) }
    }
    for row in 0..<code.side {
      for column in 0..<code.side {
        #expect(dark.contains([column, row]) == code.isDark(column: column, row: row))
      }
    }
  }

  @Test("an empty text, a text with a zero byte and a long text have no code")
  func refused() {
    for text in ["", "A\0B", String(repeating: "A", count: 201)] { #expect(QRCode(text) == nil) }
    #expect(QRCode(String(repeating: "A", count: 200)) != nil)
  }

  @Test(
    "a reader reads the text from its half-blocks",
    .enabled(if: InstalledPrograms.contain("zbarimg"), "zbarimg is missing (zbar-tools)."),
    arguments: [
      link, "HTTPS://PLAY.EXAMPLE.ORG/K7QF2/WATCH", "http://[2001:db8::7]:7777/n/2/K7QF2",
    ])
  func read(text: String) throws {
    let pixels = PixelPicture(halfBlocks: try #require(QRCode(text)).halfBlocks)
    #expect(try pixels.readCode() == text)
  }
}
