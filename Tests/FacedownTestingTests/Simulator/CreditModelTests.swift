// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import FacedownTesting

@Suite("Credit book", .timeLimit(.minutes(1)))
struct CreditModelTests {
  @Test("gives back no more than the bank holds")
  func credit() {
    var book = CreditModel()
    let seat = SeatIndex(0)
    let line = Duration.milliseconds(100)
    book.begin(seat)
    // Half a round trip and 20 ms cost nothing.
    #expect(book.give(.milliseconds(70), to: seat, roundTrip: line) == nil)
    #expect(book.give(.milliseconds(510), to: seat, roundTrip: line) == nil)
    #expect(book.give(.milliseconds(71), to: seat, roundTrip: line) == .milliseconds(1))
    for _ in 0..<40 { book.begin(seat) }
    #expect(book.give(.milliseconds(571), to: seat, roundTrip: line) == .milliseconds(1))
    #expect(book.give(.milliseconds(701), to: seat, roundTrip: .seconds(9)) != nil)
  }
}
