// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import MatchUI

@Suite("Marks of a timeline", .timeLimit(.minutes(1)))
struct TimelineMarkTests {
  @Test("Each event has its kind, and a pair its finder")
  func kinds() {
    var script = ScriptedMatch(faces: [0, 0, 1, 1])
    script.begin()
    script.deal()
    script.shuffle()
    let seat = script.turnSeat
    let slots = (0..<4).map { CardID(generation: 1, slot: $0) }
    let places = slots.compactMap { script.view.card($0)?.place }
    script.choose(places[0], places[1])
    script.resign(0)
    var events: [TimelineMark.Kind: [Event]] = [:]
    for entry in script.log.entries { events[.init(entry.event), default: []].append(entry.event) }
    #expect(events[.deal]?.count == 1 && events[.shuffle]?.count == 1)
    #expect(events[.flip]?.count == 1 && events[.pair]?.count == 1 && events[.end]?.count == 1)
    #expect(events[.pair]?.first?.finder == seat)
    #expect(events[.flip]?.first?.finder == nil && events[.deal]?.first?.finder == nil)
    let mark = TimelineMark(at: .zero, kind: .flip)
    #expect(mark.sentence == nil && mark.seat == nil)
    #expect(TimelineMark.Kind.other < .flip && TimelineMark.Kind.pair < .end)
  }
}
