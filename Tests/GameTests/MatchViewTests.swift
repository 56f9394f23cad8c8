// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Match view", .timeLimit(.minutes(1)))
struct MatchViewTests {
  private func view(of events: [Event]) -> MatchView {
    var view = MatchView()
    for event in events {
      view.apply(Entry(seq: view.seq + 1, at: ScriptedMatch.start, event: event))
    }
    return view
  }

  private func opened(seats: Int = 2, id: String = "m") -> Event {
    .opened(
      Event.Opened(matchID: id, settings: MatchSettings(seats: seats), theme: "garden"))
  }

  private func seated(_ seat: Int, actor: UInt32) -> Event {
    .seated(
      Event.Seated(
        seat: SeatIndex(seat), player: Player(name: "someone"), actor: ActorNumber(actor)))
  }

  @Test("knows who sits where, and the highest membership there was")
  func seats() {
    let view = view(of: [opened(seats: 3), seated(0, actor: 1), seated(2, actor: 4)])
    #expect(view.takenSeats == [SeatIndex(0), SeatIndex(2)])
    #expect(view.seat(of: ActorNumber(4)) == SeatIndex(2))
    #expect(view.seat(of: ActorNumber(2)) == nil)
    #expect(view.lastActor == ActorNumber(4))
  }

  @Test(
    "forgets players who left before the match, and keeps results of those who left later")
  func vacated() {
    let waiting = [opened(), seated(0, actor: 1), seated(1, actor: 2)]
    let before = view(of: waiting + [.vacated(SeatIndex(1))])
    #expect(before.seats[1] == SeatView())
    let committed = Event.committed(
      Event.Committed(seedCommit: [1], entropyCommits: [[], []]))
    let during = view(of: waiting + [committed, .vacated(SeatIndex(1))])
    #expect(during.seats[1].player == Player(name: "someone"))
    #expect(!during.seats[1].isTaken)
    let next = view(of: waiting + [committed, .vacated(SeatIndex(1)), opened(id: "n")])
    #expect(next.seats[1] == SeatView(), "The next match has a free seat there.")
    #expect(next.seats[0].actor == ActorNumber(1))
  }

  @Test("starts over with the next match, with what belongs to the room kept")
  func opens() throws {
    var match = try started(MatchSettings(seats: 1), faces: [0, 0, 1, 1])
    try match.turn(0, 1)
    match.decide { $0.end(.abandoned) }
    match.decide { $0.emit(opened(seats: 1, id: "next")) }
    let view = match.view
    #expect(view.generation == 1, "Generations are used once in a room.")
    #expect(view.lastActor == ActorNumber(1))
    #expect(view.phase == .waiting)
    #expect(view.lastTurningPoint == view.seq)
    #expect(view.cards.isEmpty && view.faceUp.isEmpty && view.standings.isEmpty)
    #expect(view.seats[0].score == 0 && view.seats[0].isTaken && !view.seats[0].isReady)
  }

  @Test("requires everyone to get ready again after new settings, and has as many seats")
  func configured() {
    var events = [opened(seats: 2), seated(0, actor: 1)]
    events.append(.readied(SeatIndex(0), entropyCommit: [1]))
    #expect(view(of: events).seats[0].isReady)
    events.append(.configured(MatchSettings(pairs: 4, seats: 5), theme: "food"))
    let configured = view(of: events)
    #expect(!configured.seats[0].isReady && configured.seats[0].entropyCommit.isEmpty)
    #expect(configured.seats.count == 5)
    #expect(configured.theme == "food")
    #expect(configured.seats[0].isTaken)
  }

  @Test("finds cards by identity and by place, and none of another deal or off the table")
  func cards() throws {
    var match = try started(faces: [0, 0, 1, 1])
    try match.turn(0, 1)
    let view = match.view
    let generation = view.generation
    #expect(view.card(CardID(generation: generation, slot: 2))?.place == 2)
    #expect(view.card(CardID(generation: generation + 1, slot: 2)) == nil)
    #expect(view.card(CardID(generation: generation, slot: 4)) == nil)
    #expect(view.card(at: 2)?.id.slot == 2)
    #expect(view.card(at: 0) == nil)
    #expect(view.card(at: -1) == nil)
  }

  @Test(
    "turns stale at what a choice builds on, and at nothing else",
    arguments: [
      (Event.skipped(SeatIndex(0)), false), (.returned(SeatIndex(0)), false),
      (.turnBegan(Event.TurnBegan(seat: SeatIndex(1), deadline: nil)), true),
      (.settled(Event.Settled()), false), (.unrecognized, false),
      (.ended(Event.Ended(standings: [], reason: .finished, seed: [], entropies: [])), true),
    ])
  func turningPoint(event: Event, isTurningPoint: Bool) {
    let view = view(of: [opened(), event])
    #expect(view.lastTurningPoint == (isTurningPoint ? 2 : 1))
  }
}
