// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A hall in which people feel things", .timeLimit(.minutes(1)))
struct HallReactingTests {
  private func feelings(_ link: LinkID, _ hall: ScriptedHall) -> [ServerMessage] {
    hall.received[link, default: []].filter { if case .reaction = $0 { true } else { false } }
  }

  /// A room with two who play, one who watches and its match under way.
  private func table(
    delay: Duration, isPlaying: Bool = true
  ) -> (hall: ScriptedHall, ana: LinkID, ben: LinkID, viewer: LinkID) {
    var hall = ScriptedHall()
    let (ana, ben, viewer) = (hall.open("Ana"), hall.open("Ben"), hall.open("Vi"))
    let settings = MatchSettings(pairs: 8, seats: 2, turnLimit: .zero, spectatorDelay: delay)
    let code = hall.create(settings, over: ana)
    hall.join(code, .player, over: ben)
    hall.join(code, .spectator, over: viewer)
    guard isPlaying else { return (hall, ana, ben, viewer) }
    for link in [ana, ben] {
      let ready = IntentRequest(
        id: hall.nextID(), seenSeq: 1_000, intent: .ready(entropyCommit: []))
      hall.say(.intent(ready), over: link)
    }
    hall.pass(.seconds(1))
    return (hall, ana, ben, viewer)
  }

  @Test("everyone at the table is shown what a player feels, and who watches live too")
  func shown() {
    var (hall, ana, ben, viewer) = table(delay: .zero)
    hall.say(.react(.clap), over: ben)
    let expected = [ServerMessage.reaction(actor: ActorNumber(2), .clap)]
    #expect(feelings(ana, hall) == expected)
    #expect(feelings(ben, hall) == expected)
    #expect(feelings(viewer, hall) == expected)
  }

  @Test("who watches behind is not: what is felt about a card tells of the card")
  func behind() {
    var (hall, ana, _, viewer) = table(delay: .seconds(30))
    hall.say(.react(.wow), over: ana)
    hall.pass(.seconds(60))
    #expect(feelings(ana, hall).count == 1)
    #expect(feelings(viewer, hall) == [])
    var waiting = table(delay: .seconds(30), isPlaying: false)
    waiting.hall.say(.react(.wave), over: waiting.ana)
    #expect(feelings(waiting.viewer, waiting.hall).count == 1, "Before a match nothing is behind.")
  }

  @Test("who has no seat has nothing to show")
  func seatless() {
    var (hall, ana, _, viewer) = table(delay: .zero)
    hall.say(.react(.hmm), over: viewer)
    #expect(hall.refusals(viewer) == [Refusal(.playNotSeated)])
    let stranger = hall.open("Sam")
    hall.say(.react(.hmm), over: stranger)
    #expect(hall.refusals(stranger) == [Refusal(.roomNotIn)])
    #expect(feelings(ana, hall) == [])
  }

  @Test("four at once and then one a second are shown, and the match goes on")
  func tooMany() {
    var (hall, ana, ben, _) = table(delay: .zero)
    for _ in 0..<6 { hall.say(.react(.laugh), over: ana) }
    #expect(feelings(ben, hall).count == 4)
    #expect(hall.refusals(ana) == [Refusal(.limitTooFast), Refusal(.limitTooFast)])
    hall.pass(.seconds(1))
    hall.say(.react(.laugh), over: ana)
    #expect(feelings(ben, hall).count == 5)
    #expect(hall.closed == [])
  }
}
