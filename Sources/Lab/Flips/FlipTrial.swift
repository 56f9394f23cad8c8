// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc
import MatchClient
import Protocol
import Stage
import Wire

/// One match over bad links, with simulated players at their screens: how soon after a key press
/// the card moves, and when all screens show its face.
///
/// There are two players and a spectator, each with a link and a clock of its own. A player waits
/// until their own screen shows that it is their turn, thinks, and presses.
struct FlipTrial {
  /// Conditions of the links and the table.
  struct Conditions: Hashable, Sendable {
    var roundTrip: Duration
    var loss = 0.02
    /// Whether chasers follow the messages that a player sends and receives.
    var isChased = true
    /// Whether congestion occurs.
    var hasCongestion = true
    /// Latency of the journal.
    var journal = Duration.milliseconds(3)
    /// Maximum number of flips.
    var flips = 40
    /// Whether links have no jitter and no loss, overriding the other conditions.
    var isSteady = false
  }

  /// The outcome of one key press.
  struct Flip: Hashable, Sendable {
    /// The first frame after the key press in which the player's own card had moved, counted from
    /// 1.
    var motionFrames: Int
    /// From the key press to the face on the player's, the other player's, and the spectator's
    /// screen.
    var faceAfter: [Duration]
    /// Whether the entry reached the player after its face was due.
    var isVerdictLate: Bool
    /// How many others the entry reached after its face was due.
    var lateEntries: Int
    /// On how many other screens the face appeared more than a frame late.
    var lateScreens: Int
    /// On how many screens it never appeared, because it arrived too late.
    var missedScreens: Int
  }

  /// The outcome of a match.
  struct Outcome: Hashable, Sendable {
    var flips: [Flip] = []
    /// Refused presses: the player's own clock was too far off.
    var refused = 0
  }

  private static let frame = Duration.microseconds(16_667)
  private static let viewer = 2

  private let world: InMemoryWorld
  private let conditions: Conditions
  private let seed: UInt64
  private var dice: SeededRandom
  private var screens: [FlipScreen] = []
  private var outcome = Outcome()

  init(_ conditions: Conditions, seed: UInt64) {
    self.conditions = conditions
    self.seed = seed
    dice = SeededRandom(seed: seed, stream: 12)
    world = InMemoryWorld(
      dealer: .fair(.openSSL), seed: UInt8(truncatingIfNeeded: seed),
      journalDelay: conditions.journal)
  }

  /// Plays the match to the maximum number of flips, or to its end.
  ///
  /// - Throws: `WorldError` if the match stalls.
  mutating func run() throws -> Outcome {
    try sitDown()
    while outcome.flips.count + outcome.refused < conditions.flips,
      let player = try awaitTurn()
    {
      world.pass(.microseconds(Int64(1_200_000 * exp(0.5 * dice.normal()))))
      look()
      try press(player)
    }
    return outcome
  }

  // MARK: The table

  private mutating func sitDown() throws {
    let ana = enter("Ana")
    _ = try world.until("Ana to be welcomed") { $0[ana.index].core.welcome }
    let settings = MatchSettings(
      pairs: 12, seats: 2, mode: .classic, reveal: .seconds(1), shuffle: .off)
    world.command(.request(.createRoom(settings)), ana)
    let code = try world.until("a room") { $0[ana.index].core.table?.code }
    let ben = enter("Ben")
    let eve = enter("Eve")
    for (guest, role) in [(ben, Role.player), (eve, .spectator)] {
      _ = try world.until("a guest to be welcomed") { $0[guest.index].core.welcome }
      world.command(.request(.joinRoom(JoinRoom(code: code, role: role))), guest)
      _ = try world.until("a guest to join") { $0[guest.index].core.table }
    }
    for guest in [ana, ben] { world.command(.ready, guest) }
    _ = try world.until("a deck") { guests -> Bool? in
      guests[ana.index].core.table?.log.latest.phase == .undealt ? true : nil
    }
    world.command(.intent(.deal), ana)
    screens = [ana, ben, eve].map(FlipScreen.init)
    look()
  }

  private func enter(_ name: String) -> Guest {
    let number = seed &* 10 &+ UInt64(name.utf8.first ?? 0)
    var link =
      conditions.isSteady
      ? LinkConditions.steady(roundTrip: conditions.roundTrip)
      : LinkConditions(roundTrip: conditions.roundTrip, loss: conditions.loss)
    if !conditions.hasCongestion { link.hasCongestion = false }
    link.horizon = .seconds(600)
    // The server sends chasers to players only.
    if conditions.isChased, name != "Eve" { link.chaser = .milliseconds(20) }
    var surroundings = InMemoryWorld.Surroundings(
      conditions: link, clock: SimulatedClock(seed: number), seed: number)
    surroundings.isMeasured = true
    return world.enter(name: name, agent: "test", surroundings: surroundings, driver: nil)
  }

  /// Updates all screens.
  private mutating func look() {
    for index in screens.indices {
      let guest = screens[index].guest
      screens[index].follow(world.recording(of: guest), at: world.localNow(of: guest))
    }
  }

  /// Waits until a player sees that it is their turn; nil at the end of the match.
  private mutating func awaitTurn() throws -> Int? {
    for _ in 0..<3000 {
      for player in 0..<Self.viewer where screens[player].scene?.isYourTurn == true {
        return player
      }
      if screens[0].scene?.phase == .ended { return nil }
      world.pass(.milliseconds(25))
      look()
    }
    throw WorldError.waitedTooLong(for: "a turn, seed \(seed)")
  }

  // MARK: A key

  private mutating func press(_ player: Int) throws {
    let lying = screens[player].scene?.cards.filter { $0.rotation == 180 && !$0.isMatched } ?? []
    guard !lying.isEmpty else { return }
    let card = lying[Int(dice.next() % UInt64(lying.count))].id
    for index in screens.indices { screens[index].expectFlip() }
    let guest = screens[player].guest
    screens[player].choose(
      card, world.recording(of: guest).core, at: world.localNow(of: guest))
    world.command(.intent(.choose(card)), guest)
    try watch(card, by: player, since: world.now)
  }

  /// Watches all screens until the face of `card` is on them.
  private mutating func watch(_ card: CardID, by player: Int, since pressed: ServerTime) throws {
    var nextFrame = pressed + .microseconds(Int64(dice.uniform(1...16_667)))
    var frames = 1
    var motionFrames: Int?
    var faces = [Duration?](repeating: nil, count: screens.count)
    var result = Flip(
      motionFrames: 0, faceAfter: [], isVerdictLate: false, lateEntries: 0, lateScreens: 0,
      missedScreens: 0)
    while faces.contains(nil) || motionFrames == nil {
      let toFrame = motionFrames == nil ? nextFrame - world.now : .milliseconds(1)
      world.pass(min(toFrame, .milliseconds(1)))
      look()
      if motionFrames == nil, world.now >= nextFrame {
        if screens[player].card(card)?.rotation != 180 { motionFrames = frames }
        frames += 1
        nextFrame = nextFrame + Self.frame
      }
      for index in screens.indices where faces[index] == nil {
        guard let flip = screens[index].flip, flip.card == card,
          let shown = screens[index].shown, shown >= flip.revealAt
        else { continue }
        let isMissed = shown > flip.revealAt + .seconds(5)
        guard isMissed || screens[index].card(card)?.face != nil else { continue }
        faces[index] = world.now - pressed
        if isMissed { result.missedScreens += 1 }
        let isLate = flip.arrivedAt > flip.revealAt
        if index == player {
          result.isVerdictLate = isLate
        } else {
          result.lateEntries += isLate ? 1 : 0
          result.lateScreens += shown - flip.revealAt > Self.frame ? 1 : 0
        }
      }
      if screens[player].isRefused {
        outcome.refused += 1
        return
      }
      guard world.now < pressed + .seconds(60) else {
        throw WorldError.waitedTooLong(for: "a face, seed \(seed)")
      }
    }
    result.motionFrames = motionFrames ?? 0
    result.faceAfter = [faces[player] ?? .zero]
    result.faceAfter += faces.indices.filter { $0 != player }.map { faces[$0] ?? .zero }
    outcome.flips.append(result)
  }
}
