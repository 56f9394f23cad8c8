// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Settings

@Suite("The nearest name", .timeLimit(.minutes(1)))
struct NearestNameTests {
  @Test(
    "is as far as letters have to be changed",
    arguments: [
      ("", "", 0), ("max", "max", 0), ("mx", "max", 1), ("maax", "max", 1), ("mix", "max", 1),
      ("mxa", "max", 1), ("", "max", 3), ("kitten", "sitting", 3),
    ])
  func distance(left: String, right: String, distance: Int) {
    #expect(NearestName.distance(Array(left.utf8), Array(right.utf8)) == distance)
    #expect(NearestName.distance(Array(right.utf8), Array(left.utf8)) == distance)
  }

  @Test("is the likely correction, or nothing if none is near")
  func nearest() {
    let names = ["listen", "public-name", "max-rooms", "max-sessions", "wait", "tls-key"]
    #expect(NearestName.of("max-roms", among: names) == "max-rooms")
    #expect(NearestName.of("lisetn", among: names) == "listen")
    #expect(NearestName.of("public_name", among: names) == "public-name")
    #expect(NearestName.of("banana", among: names) == nil)
    #expect(NearestName.of(String(repeating: "x", count: 100_000), among: names) == nil)
    #expect(NearestName.of("a", among: []) == nil)
  }
}
