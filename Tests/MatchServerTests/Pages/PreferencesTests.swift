// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("What a client takes", .timeLimit(.minutes(1)))
struct PreferencesTests {
  @Test(
    "chooses the best coding there is",
    arguments: [
      ("gzip, deflate, br, zstd", .brotli), ("gzip", .gzip), ("GZIP", .gzip), ("*", .brotli),
      ("br;q=0.5, gzip;q=0.8", .gzip), ("br;q=0, *", .gzip), ("br;q=0,gzip;q=0", .identity),
      (" br ; q=0.1 ,\tgzip; q=0.1", .brotli), ("", .identity), ("zstd", .identity),
      ("identity;q=0.5, gzip;q=0.4", .identity), ("identity;q=0, gzip", .gzip),
      ("identity;q=0", nil), ("*;q=0", nil), ("*;q=0, identity;q=0.2", .identity),
    ] as [(String, ContentCoding?)])
  func codings(accepted: String, expected: ContentCoding?) {
    #expect(ContentCoding.chosen(of: ContentCoding.allCases, for: accepted) == expected)
  }

  @Test("takes no coding for granted where a client is silent")
  func silent() {
    #expect(ContentCoding.chosen(of: ContentCoding.allCases, for: nil) == .identity)
    let compressed = [ContentCoding.brotli, .gzip]
    #expect(ContentCoding.chosen(of: compressed, for: nil) == nil)
    #expect(ContentCoding.chosen(of: compressed, for: "identity") == nil)
    #expect(ContentCoding.chosen(of: [], for: "*") == nil)
  }

  @Test(
    "does not take what is malformed",
    arguments: [
      "br;q=", "br;q=nan", "br;q=inf", "br;q=-1", "br;q=2", "br;q=1e9", "br;q=0x1p-1080", "br;q=,",
      "br;q=0;q=0", ";q=1", ",,,", "br;q=0, br",
    ])
  func malformed(accepted: String) {
    #expect(ContentCoding.chosen(of: [.brotli], for: accepted) == nil)
  }

  @Test(
    "reads media types, by name and by range",
    arguments: [
      ("text/html,application/xhtml+xml,*/*;q=0.8", true, true), ("*/*", false, true),
      ("text/*", false, true), ("TEXT/HTML;level=1", true, true),
      ("application/json", false, false),
      ("text/html;q=0, */*", false, false), ("text/*;q=0, */*", false, false), ("", false, false),
    ])
  func types(accepted: String, isNamed: Bool, isTaken: Bool) {
    let preferences = Preferences(accepted)
    #expect(preferences.names("text/html") == isNamed && preferences.take("text/html") == isTaken)
  }
}
