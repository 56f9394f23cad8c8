// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing
import Wire

@testable import FacedownTesting
@testable import Replays

@Suite("Rule book", .timeLimit(.minutes(1)))
struct RuleBookTests {
  /// A violation introduced into a valid log.
  enum Forgery: CaseIterable {
    case score, expiryCost, outcome, face, salt, turn, deadline, settlesEarly, settlesOthers
    case gap, backInTime, causeOfFlip, causeOfReady, causeOfTurn, causeOfExpiry, bonus, judgedEarly,
      refund, standings, seed, revealsEarly, permutation

    /// Changes the event; nil for one it does not concern.
    func apply(to event: Event) -> Event? {
      switch (self, event) {
      case (.score, .flipped(var flip)) where !flip.scoreChanges.isEmpty:
        flip.scoreChanges[0].total += 1
        return .flipped(flip)
      case (.expiryCost, .turnExpired(var expired)) where !expired.scoreChanges.isEmpty:
        expired.scoreChanges = []
        return .turnExpired(expired)
      case (.outcome, .flipped(var flip)) where flip.outcome == .mismatch:
        flip.outcome = .match
        return .flipped(flip)
      case (.face, .flipped(var flip)):
        flip.face = Face(flip.face.index + 1)
        return .flipped(flip)
      case (.salt, .flipped(var flip)):
        flip.salt[0] ^= 1
        return .flipped(flip)
      case (.turn, .turnBegan(var turn)):
        turn.seat = SeatIndex(1 - turn.seat.rawValue)
        return .turnBegan(turn)
      case (.deadline, .turnBegan(var turn)):
        turn.deadline = turn.deadline.map { $0 + .milliseconds(1) } ?? .zero
        return .turnBegan(turn)
      case (.settlesOthers, .settled(var settled)) where settled.turnedBack.count == 2:
        settled.cleared = settled.turnedBack
        settled.turnedBack = []
        return .settled(settled)
      case (.bonus, .flipped(var flip)):
        flip.bonus.remainingMilliseconds += 1
        return .flipped(flip)
      case (.judgedEarly, .flipped(var flip)):
        flip.judgedAt = flip.judgedAt - .seconds(60)
        return .flipped(flip)
      case (.refund, .flipped(var flip)):
        flip.refund = .milliseconds(701)
        return .flipped(flip)
      case (.revealsEarly, .flipped(var flip)):
        flip.revealAt = flip.revealAt - .milliseconds(150)
        return .flipped(flip)
      case (.standings, .ended(var ended)):
        ended.standings[0].score += 1
        return .ended(ended)
      case (.seed, .ended(var ended)):
        ended.seed[0] ^= 1
        return .ended(ended)
      case (.permutation, .shuffled(var shuffled)) where shuffled.permutation.count > 1:
        shuffled.permutation[0] = shuffled.permutation[1]
        return .shuffled(shuffled)
      default: return nil
      }
    }

    /// Changes an entry's time or number; nil for one it does not concern.
    func apply(to entry: Entry) -> Entry? {
      var forged = entry
      switch (self, entry.event) {
      case (.settlesEarly, .settled(let settled)) where settled.turnedBack.count == 2:
        forged.at = entry.at - .milliseconds(400)
      case (.gap, .turnBegan): forged.seq += 1
      case (.backInTime, .flipped): forged.at = entry.at - .seconds(30)
      case (.causeOfFlip, .flipped) where entry.cause != nil: forged.cause = nil
      case (.causeOfReady, .readied) where entry.cause != nil:
        forged.cause?.actor.rawValue += 1
      case (.causeOfTurn, .turnBegan) where entry.cause == nil:
        forged.cause = Cause(actor: ActorNumber(1), request: RequestID(1_000_000))
      case (.causeOfExpiry, .turnExpired):
        forged.cause = Cause(actor: ActorNumber(1), request: RequestID(1_000_000))
      default:
        guard let event = apply(to: entry.event) else { return nil }
        forged.event = event
      }
      return forged
    }
  }

  /// Valid logs of simulated matches whose players may misbehave.
  private static let logs: [[Entry]] = (UInt64(1)...240).flatMap { seed -> [[Entry]] in
    let plan = SimulationPlan(seed: seed, isShort: true)
    guard plan.tables.allSatisfy({ $0.settings.seats == 2 }) else { return [] }
    let run = Simulation(plan)
    _ = run.run()
    return run.checker.rooms.keys.sorted().compactMap { run.checker.rooms[$0]?.entries }
  }

  private func complaints(about log: [Entry]) -> [RuleBook.Complaint] {
    var book = RuleBook(dealer: .fair(.openSSL), isFair: true)
    return log.flatMap { book.read($0) }
  }

  @Test("accepts everything a server decides")
  func truth() {
    #expect(Self.logs.count > 5)
    for log in Self.logs { #expect(complaints(about: log).isEmpty) }
  }

  @Test("detects every violation of the rules", arguments: Forgery.allCases)
  func forged(forgery: Forgery) {
    var forged = 0
    for log in Self.logs {
      for (index, entry) in log.enumerated() {
        guard let changed = forgery.apply(to: entry) else { continue }
        forged += 1
        let told = complaints(about: Array(log[..<index]) + [changed])
        #expect(!told.isEmpty, "\(forgery) of entry \(entry.seq)")
        break
      }
    }
    #expect(forged > 0)
  }

  @Test("reads on after a violation, whatever state that leaves")
  func readsOn() {
    var forged = 0
    for log in Self.logs {
      let first = log.indices.first {
        if case .flipped(let flip) = log[$0].event { flip.outcome == .first } else { false }
      }
      guard let first else { continue }
      // The same card is turned twice, and the entry after that is valid.
      var innocent = log[first]
      innocent.event = .clockAdjusted(givenBack: .milliseconds(1))
      innocent.cause = nil
      var entries = log[...first] + [log[first], innocent] + log[(first + 1)...]
      for index in entries.indices { entries[index].seq = UInt64(index + 1) }
      #expect(!complaints(about: Array(entries)).isEmpty)
      forged += 1
    }
    #expect(forged > 0)
  }

  @Test("complains of fewer pairs configured after a blind shuffle")
  func fewerPairs() {
    var forged = 0
    for log in Self.logs {
      guard let end = log.firstIndex(where: { if case .ended = $0.event { true } else { false } }),
        case .opened(let opened)? = log.first?.event,
        log[..<end].contains(where: { $0.event.isBlindShuffle })
      else { continue }
      var settings = opened.settings
      settings.pairs = 2
      var configured = log[end]
      configured.event = .configured(settings, theme: opened.theme)
      let entries = log[..<end] + [configured, log[end]]
      let verification = Verification(of: entries, from: MatchView(), hashing: .openSSL)
      #expect(verification.complaint?.seq == configured.seq)
      forged += 1
    }
    #expect(forged > 0)
  }
}

extension Event {
  fileprivate var isBlindShuffle: Bool {
    if case .shuffled(let shuffled) = self { shuffled.redealt != nil } else { false }
  }
}
