// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import FacedownTesting

@Suite("Lag credit model", .timeLimit(.minutes(1)))
struct CreditModelTests {
  @Test("refunds no more than the bank holds")
  func credit() {
    var model = CreditModel()
    let seat = SeatIndex(0)
    let roundTrip = Duration.milliseconds(100)
    model.begin(seat)
    // Half a round trip and 20 ms are free.
    #expect(model.give(.milliseconds(70), to: seat, roundTrip: roundTrip) == nil)
    #expect(model.give(.milliseconds(510), to: seat, roundTrip: roundTrip) == nil)
    #expect(model.give(.milliseconds(71), to: seat, roundTrip: roundTrip) == .milliseconds(1))
    for _ in 0..<40 { model.begin(seat) }
    #expect(model.give(.milliseconds(571), to: seat, roundTrip: roundTrip) == .milliseconds(1))
    #expect(model.give(.milliseconds(701), to: seat, roundTrip: .seconds(9)) != nil)
  }
}
