// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Stage
import Testing

/// A room gives late joiners a view that trails the present, and the entries after it.
///
/// Tested with the server's own trail, and with one barely longer than the longest motion.
@Suite("Late joiners see the same scene", .timeLimit(.minutes(3)))
struct LateJoinTests {
  /// A match with everything that moves, its restart, and the deal after that.
  private static let script: ScriptedMatch = {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"], faces: (0..<24).map { $0 / 2 })
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.choose(4, 5)
    // A card seen before: points fly off, downwards.
    script.choose(0, 3)
    script.choose(2, 9)
    script.shuffle()
    script.choose(6)
    script.emit(.vacated(SeatIndex(2)))
    script.choose(10)
    script.pass(.milliseconds(400))
    script.emit(
      .opened(Event.Opened(matchID: "next", settings: script.view.settings, theme: "animals")))
    script.pass(.milliseconds(900))
    script.emit(
      .seated(
        Event.Seated(seat: SeatIndex(2), player: Player(name: "Dee"), actor: ActorNumber(9))))
    script.begin()
    script.deal()
    script.choose(1)
    script.pass(.seconds(3))
    return script
  }()

  /// The log of a viewer who joins at `time`; as in a room, the base contains all entries that have
  /// been shown for `trail` by then.
  private static func log(joinedAt time: ServerTime, trail: Duration) -> MatchLog {
    let entries = script.log.entries
    let count = entries.firstIndex { $0.shownAt > time - trail } ?? entries.count
    var base = MatchView()
    for entry in entries[..<count] { base.apply(entry) }
    var log = MatchLog(base: base)
    for entry in entries[count...] { log.append(entry) }
    return log
  }

  private static func seated(_ seat: Int) -> ViewerState {
    var local = ViewerState()
    local.add(.seat(SeatIndex(seat)), at: .zero)
    return local
  }

  /// The scene without what depends on the viewer.
  private static func anyone(_ scene: Scene) -> Scene {
    var scene = scene
    scene.you = nil
    for index in scene.seats.indices { scene.seats[index].isYou = false }
    return scene
  }

  @Test(
    "at every moment from the join on, in the middle of anything",
    arguments: [Duration.seconds(10), .seconds(2)])
  func late(trail: Duration) throws {
    let whole = StagedLog(Self.script.log)
    var joins: Set<ServerTime> = []
    for entry in Self.script.log.entries {
      for milliseconds in [0, 90, 400, 1300] {
        joins.insert(entry.shownAt + .milliseconds(milliseconds))
      }
    }
    var (seen, bases) = (0, Set<UInt64>())
    for join in joins.sorted() {
      let late = StagedLog(Self.log(joinedAt: join, trail: trail))
      bases.insert(late.log.base.seq)
      for step in 0..<14 {
        let time = join + .milliseconds(130 * step * (1 + step / 7))
        let scene = stage(whole, ViewerState(), at: time)
        #expect(stage(late, ViewerState(), at: time) == scene, "joined at \(join), sees \(time)")
        seen += scene.motion == .moving ? 1 : 0
      }
    }
    #expect(seen > 500 && bases.count > 4)
  }

  @Test(
    "two players from the start and spectators of mid-deal, mid-shuffle and mid-undeal",
    arguments: ["deal", "shuffle", "undeal", "number", "pair"])
  func spectators(middle: String) throws {
    let entries = Self.script.log.entries
    let entry = try #require(
      entries.first { entry in
        switch (middle, entry.event) {
        case ("deal", .dealt), ("shuffle", .shuffled): true
        case ("undeal", .opened): entry.seq > 1
        case ("number", .flipped(let flip)): flip.scoreChanges.contains { $0.delta < 0 }
        case ("pair", .settled(let settled)): !settled.cleared.isEmpty
        default: false
        }
      })
    let join = entry.shownAt + .milliseconds(200)
    let staged = [
      StagedLog(Self.script.log), StagedLog(Self.script.log),
      StagedLog(Self.log(joinedAt: join, trail: .seconds(10))),
      StagedLog(Self.log(joinedAt: join, trail: .seconds(2))),
    ]
    let eyes = [Self.seated(0), Self.seated(1), ViewerState(), ViewerState()]
    #expect(stage(staged[0], ViewerState(), at: join).motion == .moving)
    for step in 0..<60 {
      let time = join + .milliseconds(50 * step)
      let scenes = zip(staged, eyes).map { Self.anyone(stage($0, $1, at: time)) }
      #expect(scenes.allSatisfy { $0 == scenes[0] }, "step \(step)")
    }
  }
}
