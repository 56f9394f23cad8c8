// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import MatchUI
import Protocol
import Stage
import TermClient
import Wire

/// Two players and a spectator with unequal connections, and whether they see the same.
///
/// Each has what a screen has: a client, its staged log, and a `PredictionLog` with all its events.
/// At random moments each one's scene is kept, and compared at the end with the scene of the
/// complete log, as a viewer who knew everything in time would have seen it.
struct SceneTrial {
  /// A rule to break, to check that the trial notices.
  enum Mutation: String, CaseIterable, Sendable {
    /// Faces show when the server has accepted the flip, not at the reveal.
    case ignoringReveal
    /// A refused choice stays a choice.
    case deafToRefusals
    /// A late flip catches up with the others' a little too slowly.
    case slowToFollow
  }

  /// Round trips in milliseconds: the players', and the spectator's, chosen by the seed.
  static let players = [20, 400]
  static let spectators = [20, 80, 200, 400]

  /// How much of a match is examined.
  enum Length: Sendable {
    /// Half a minute, forty times a second, with the exposure of faces.
    case full
    /// A few seconds, some ten times a second, for tests.
    case short

    fileprivate var playing: Duration { self == .full ? .seconds(25) : .seconds(9) }
    fileprivate var pauses: ClosedRange<Double> {
      self == .full ? 5000...45_000 : 30_000...150_000
    }
    fileprivate var presses: Double { self == .full ? 0.06 : 0.2 }
  }

  private let length: Length
  private let world: InMemoryWorld
  private let told = Told()
  private var dice: SeededRandom
  private var viewers: [SceneViewer] = []
  private var shots: [SceneShot] = []

  /// Events that guests' clients have reported and their screens have not taken in yet.
  private final class Told {
    var events: [(Guest, ClientEvent, ClientCore, LocalTime)] = []
  }

  /// The trial of a seed; `loss` is the probability of packet loss in each direction.
  init(seed: UInt64, loss: Double, length: Length = .full, mutation: Mutation? = nil) {
    self.length = length
    dice = SeededRandom(seed: seed, stream: 21)
    world = InMemoryWorld(dealer: .fair(.openSSL), seed: UInt8(truncatingIfNeeded: seed))
    world.onEvent = { [told] in told.events.append(($0, $1, $2, $3)) }
    let roundTrips = Self.players + [Self.spectators[Int(seed % 4)]]
    for (index, roundTrip) in roundTrips.enumerated() {
      var conditions = LinkConditions(
        roundTrip: .milliseconds(roundTrip), loss: loss, chaser: .milliseconds(20))
      conditions.horizon = .seconds(120)
      let number = seed &* 10 &+ UInt64(index)
      let guest = world.enter(
        name: ["Ana", "Ben", "Eve"][index], agent: "test",
        surroundings: InMemoryWorld.Surroundings(
          conditions: conditions, clock: SimulatedClock(seed: number), seed: number),
        driver: nil)
      viewers.append(SceneViewer(guest, roundTripMilliseconds: roundTrip, mutation))
    }
  }

  /// Plays for some time and compares.
  ///
  /// - Throws: `WorldError` if the match does not begin.
  mutating func run() throws -> SceneOutcome {
    try sitDown()
    let end = world.now + length.playing
    while world.now < end {
      pass(.microseconds(Int64(dice.uniform(length.pauses))))
      for index in viewers.indices { look(index) }
    }
    pass(.seconds(2))
    // The longest log is complete.
    let logs = viewers.compactMap { world.recording(of: $0.guest).core.table?.log }
    let whole = logs.max { $0.latest.seq < $1.latest.seq } ?? MatchLog()
    var judge = SceneJudge(log: whole, viewers: viewers)
    for shot in shots { judge.compare(shot) }
    if length == .full { judge.measureExposure() }
    return judge.outcome
  }

  private mutating func sitDown() throws {
    _ = try world.until("all to be welcomed") { guests -> Bool? in
      guests.allSatisfy { $0.core.welcome != nil } ? true : nil
    }
    let settings = MatchSettings(
      pairs: 8, seats: 2, turnLimit: .seconds(10), reveal: .milliseconds(1500))
    world.command(.request(.createRoom(settings)), viewers[0].guest)
    let code = try world.until("a room") { $0[0].core.table?.code }
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), viewers[2].guest)
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .player))), viewers[1].guest)
    _ = try world.until("all to join") { guests -> Bool? in
      guests.allSatisfy { $0.core.table != nil } ? true : nil
    }
    for viewer in viewers.prefix(2) { world.command(.ready, viewer.guest) }
    _ = try world.until("the deck") { $0[0].core.table?.log.latest.phase == .undealt ? true : nil }
    world.command(.intent(.deal), viewers[0].guest)
    _ = try world.until("play") { $0[0].core.table?.log.latest.phase == .playing ? true : nil }
    pass(.zero)
  }

  /// Advances time, and passes clients' events to their screens.
  private mutating func pass(_ duration: Duration) {
    world.pass(duration)
    for (guest, event, core, time) in told.events {
      viewers[guest.index].take(event, core, at: time)
    }
    told.events = []
  }

  /// Looks at one screen, and sometimes presses a key.
  private mutating func look(_ index: Int) {
    let core = world.recording(of: viewers[index].guest).core
    let now = world.localNow(of: viewers[index].guest)
    guard let shot = viewers[index].look(core, at: now) else { return }
    shots.append(SceneShot(viewer: index, scene: shot.scene, time: shot.time, seq: shot.seq))
    guard shot.scene.isYourTurn, dice.happens(length.presses) else { return }
    guard let card = viewers[index].pick(shot.scene, &dice) else { return }
    viewers[index].press(card, core, at: now)
    world.command(.intent(.choose(card)), viewers[index].guest)
    pass(.zero)
  }
}
