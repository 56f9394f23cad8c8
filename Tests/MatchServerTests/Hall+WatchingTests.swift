// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A hall with many who watch", .timeLimit(.minutes(1)))
struct HallWatchingTests {
  /// A room with a match under way, and its code.
  private func playing(delay: Duration) -> (hall: ScriptedHall, player: LinkID, code: String) {
    var hall = ScriptedHall()
    let player = hall.open("Ada")
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .zero, spectatorDelay: delay)
    let code = hall.create(settings, over: player)
    for intent in [Intent.ready(entropyCommit: []), .deal] { want(intent, player, &hall) }
    hall.pass(.seconds(4))
    return (hall, player, code)
  }

  private func want(_ intent: Intent, _ link: LinkID, _ hall: inout ScriptedHall) {
    let request = IntentRequest(id: hall.nextID(), seenSeq: 1_000, intent: intent)
    hall.say(.intent(request), over: link)
  }

  private func choose(_ slot: Int, _ link: LinkID, _ hall: inout ScriptedHall) {
    want(.choose(CardID(generation: 1, slot: slot)), link, &hall)
  }

  @Test("encodes what a thousand who come are sent once")
  func joins() {
    var (hall, player, code) = playing(delay: .seconds(30))
    choose(0, player, &hall)
    hall.pass(.seconds(35))
    let viewers = (0..<1000).map { hall.open("Viewer \($0)") }
    let before = hall.hall.encodingCount
    for viewer in viewers { hall.join(code, .spectator, over: viewer) }
    // The base and tail; who is there; how many watch, once as they come and once as they are there.
    #expect(hall.hall.encodingCount - before <= 4)
    let first = hall.joined(viewers[0])
    #expect(first?.tail.isEmpty == false)
    let ids = Set(viewers.compactMap { hall.joined($0)?.id })
    #expect(ids.count == viewers.count, "Each is told which request it answers.")
    #expect(
      viewers.allSatisfy { viewer in
        var joined = hall.joined(viewer)
        joined?.id = first?.id
        return joined == first
      })
  }

  @Test("encodes an entry once for all who watch, in each of the encodings they speak")
  func entries() {
    var (hall, player, code) = playing(delay: .zero)
    for index in 0..<50 {
      let encoding: WireEncoding = index.isMultiple(of: 2) ? .proto : .json
      let viewer = hall.open("Viewer \(index)", encoding)
      hall.join(code, .spectator, over: viewer, encoding)
    }
    hall.pass(.seconds(3))
    let before = hall.hall.encodingCount
    choose(0, player, &hall)
    #expect(hall.hall.encodingCount - before == 2)
  }

  @Test("gives who comes after the next entry what has happened since, newly encoded")
  func goesOn() {
    var (hall, player, code) = playing(delay: .zero)
    let (early, late) = (hall.open("Early"), hall.open("Late"))
    hall.join(code, .spectator, over: early)
    choose(0, player, &hall)
    hall.join(code, .spectator, over: late)
    let lastEarly = hall.joined(early)?.tail.last?.seq ?? 0
    #expect(hall.joined(late)?.tail.last?.seq == lastEarly + 1)
  }

  @Test("sends who watches nothing of a match before its delay, in any kind of message")
  func nothingSooner() {
    var (hall, player, code) = playing(delay: .seconds(30))
    let (viewer, lister) = (hall.open("Eve"), hall.open("Lister"))
    hall.join(code, .spectator, over: viewer)
    hall.say(.listRooms(watch: true), over: lister)
    let sent = hall.received[viewer]?.count
    let listed = hall.received[lister]?.count
    for slot in 0..<2 {
      choose(slot, player, &hall)
      hall.pass(.seconds(1))
    }
    hall.feed(.closed(player))
    hall.pass(.seconds(4))
    #expect(hall.received[viewer]?.count == sent)
    #expect(hall.received[lister]?.count == listed)
    #expect(hall.joined(viewer)?.tail.contains { $0.isFlip } == false)
    hall.pass(.seconds(30))
    let flips = hall.received[viewer]?.count { message in
      if case .entry(let entry) = message { entry.isFlip } else { false }
    }
    #expect(flips == 2)
  }

  @Test("lets one leave a room and enter the next")
  func switches() {
    var (hall, _, code) = playing(delay: .zero)
    let (carol, eve) = (hall.open("Carol"), hall.open("Eve"))
    let other = hall.create(MatchSettings(), over: carol)
    for room in [code, other, code] {
      hall.join(room, .spectator, over: eve)
      #expect(hall.joined(eve)?.code == room)
      hall.say(.leaveRoom(id: hall.nextID()), over: eve)
    }
    let left = hall.received[eve]?.count { if case .left = $0 { true } else { false } }
    #expect(left == 3)
  }
}

extension Entry {
  fileprivate var isFlip: Bool { if case .flipped = event { true } else { false } }
}
