// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import MatchServer
import Protocol
import SocketClient
import Testing
import Wire

/// Promise 3: nothing a spectator is sent depends on a card it was never entitled to see.
///
/// Each case plays a random match twice up to the same moment, the second time with two cards
/// swapped that nobody had turned by then, and compares every byte sent to every guest. Commitments
/// and salts come from an oracle that does not know the deck, because real hashes would differ by
/// design.
@Suite("Leaks", .timeLimit(.minutes(5)))
struct LeakTests {
  /// Random numbers for setting a case up; the seed names the case.
  private struct Dice {
    private var stream: RandomStream

    init(seed: Int) {
      stream = RandomStream(key: Array("leak \(seed)".utf8), hashing: .openSSL)
    }

    mutating func roll(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + Int(stream.below(UInt64(range.count)))
    }
  }

  /// Everything sent to each guest, the log as the first guest has it, and the faces anyone saw
  /// since the cards were dealt last.
  private struct Take {
    var sent: [[[UInt8]]]
    var log: MatchLog?
    var deck: [Face?]
    var epoch: UInt32
  }

  /// Plays case `seed` up to a moment drawn from the seed.
  private func play(_ seed: Int, swapping swap: CardSwap?) async throws -> Take {
    var dice = Dice(seed: seed)
    let world = InMemoryWorld(
      dealer: .oracle(swapping: swap), seed: UInt8(truncatingIfNeeded: seed),
      delay: .milliseconds(dice.roll(1...80)), journalDelay: .milliseconds(dice.roll(0...20)))
    let isBlind = dice.roll(0...2) > 0
    let (pairs, seats) = (dice.roll(2...12), dice.roll(1...4))
    let modes = MatchSettings.Mode.accepted(seats: seats)
    let settings = MatchSettings(
      pairs: pairs, seats: seats, mode: modes[dice.roll(0...(modes.count - 1))],
      turnLimit: .seconds(dice.roll(0...1) * 5), shuffle: isBlind ? .blind : .off,
      shuffleEvery: isBlind ? 4 : 0)
    func encoding(_ dice: inout Dice) -> WireEncoding { dice.roll(0...1) == 0 ? .proto : .json }

    var guests: [Guest] = []
    let host = world.enter(
      name: "Host", agent: "facedown-bot/test", encoding: encoding(&dice),
      driver: BotDriver(Bot(seed: UInt64(seed)), goal: .create(settings), pace: .human))
    let code = try await world.roomCode(of: host)
    guests.append(host)
    let early = world.enter(
      name: "Early", agent: "test", encoding: encoding(&dice), driver: nil)
    world.pass(.milliseconds(200))
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), early)
    guests.append(early)
    for index in 1..<max(settings.seats, 2) where index < settings.seats {
      guests.append(
        world.enter(
          name: "Bot \(index)", agent: "facedown-bot/test", encoding: encoding(&dice),
          driver: BotDriver(
            Bot(seed: UInt64(seed * 31 + index)), goal: .join(code: code), pace: .human)))
    }
    world.pass(.seconds(dice.roll(3...40)))
    // One joins late, some try what is not allowed, one loses the connection.
    let late = world.enter(
      name: "Late", agent: "test", encoding: encoding(&dice), driver: nil)
    world.pass(.milliseconds(200))
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), late)
    guests.append(late)
    world.pass(.milliseconds(200))
    let generation = world.recording(of: host).core.table?.log.latest.generation ?? 0
    for guest in [early, late, guests[guests.count / 2]] {
      let card = CardID(generation: generation, slot: dice.roll(0...(settings.pairs * 2 - 1)))
      world.command(.intent(.choose(card)), guest)
    }
    world.pass(.seconds(dice.roll(0...10)))
    if dice.roll(0...1) == 1 { world.cut(guests[dice.roll(0...(guests.count - 1))]) }
    world.pass(.seconds(dice.roll(0...20)))

    let log = world.recording(of: host).core.table?.log
    var deck = [Face?](repeating: nil, count: settings.pairs * 2)
    // The guest that lost its connection does not know the flips after that.
    let entries = guests.flatMap { world.recording(of: $0).entries }
    let last = entries.compactMap { entry -> UInt32? in
      switch entry.event {
      case .dealt(let dealt): dealt.generation
      case .shuffled(let shuffled): shuffled.redealt?.generation
      default: nil
      }
    }.max()
    var cleared: Set<CardID> = []
    for entry in entries {
      if case .settled(let settled) = entry.event { cleared.formUnion(settled.cleared) }
    }
    for entry in entries {
      guard case .flipped(let flip) = entry.event,
        flip.card.generation == last || cleared.contains(flip.card)
      else { continue }
      deck[flip.card.slot] = flip.face
    }
    return Take(
      sent: guests.map { world.bytes(receivedBy: $0) }, log: log, deck: deck,
      epoch: (last ?? 1) - 1)
  }

  @Test("swapping two cards nobody has turned changes no byte sent to anyone")
  func swap() async throws {
    var compared = 0
    var dealtAgain = 0
    for seed in 0..<150 {
      let take = try await play(seed, swapping: nil)
      let unseen = take.deck.indices.filter { take.deck[$0] == nil }
      // The end reveals everything.
      guard take.log?.latest.phase != .ended, unseen.count >= 2, let first = unseen.first,
        let last = unseen.last
      else { continue }
      let swapped = try await play(
        seed, swapping: CardSwap(epoch: take.epoch, one: first, other: last))
      let isTight = take.sent == swapped.sent
      #expect(isTight, "Case \(seed): slots \(first) and \(last) leak.")
      compared += 1
      if take.epoch > 0 { dealtAgain += 1 }
    }
    #expect(compared > 75, "Only \(compared) matches had two cards left to swap.")
    #expect(dealtAgain > 10, "Only \(dealtAgain) of them had been dealt again.")
  }

  @Test("the test sees a leak: swapping a card that was turned does change what is sent")
  func testOfTheTest() async throws {
    var changed = 0
    for seed in 0..<40 {
      let take = try await play(seed, swapping: nil)
      guard let turned = take.deck.firstIndex(where: { $0 != nil }),
        let other = take.deck.firstIndex(where: { $0 == nil })
      else { continue }
      let swapped = try await play(
        seed, swapping: CardSwap(epoch: take.epoch, one: turned, other: other))
      if take.sent != swapped.sent { changed += 1 }
    }
    #expect(changed > 5)
  }

  @Test("a view for a late joiner holds no face of a face-down card")
  func lateBase() async throws {
    var bases = 0
    for seed in 0..<60 {
      let take = try await play(seed, swapping: nil)
      for message in take.sent.joined() {
        for encoding in WireEncoding.allCases {
          guard case .joined(let joined)? = try? encoding.decodeServerMessage(message),
            let base = joined.base
          else { continue }
          bases += 1
          for card in base.cards where card.state == .down { #expect(card.face == nil) }
          #expect(base.seed.isEmpty || base.phase == .ended)
        }
      }
    }
    #expect(bases > 100)
  }
}
