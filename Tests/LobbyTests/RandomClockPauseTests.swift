// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

/// A match of two over a slow and failing journal, on a server with outages; it records when
/// players could not act, independently of the rooms' own accounting.
private struct StallingMatch {
  var lobby = ScriptedLobby()
  let players: [SessionID]
  /// When players could not act, at the least.
  var stops: [(from: ServerTime, to: ServerTime)] = []
  private var random: SplitMix64
  /// When each entry was decided; later events cannot have changed it.
  private(set) var decidedAt: [UInt64: ServerTime] = [:]
  /// When the batch that waits was appended.
  private var appendedAt: ServerTime?
  /// Since when the journal has failed.
  private var failedAt: ServerTime?

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    var lobby = ScriptedLobby(key: UInt8(truncatingIfNeeded: seed))
    let players = ["ada", "bob"].map { lobby.open($0) }
    let settings = MatchSettings(
      pairs: 6, seats: 2, turnLimit: .seconds(5), bonusLimit: .seconds(20), reveal: .seconds(1))
    let code = try lobby.create(settings, by: players[0])
    lobby.join(code, by: players[1])
    try lobby.begin(players)
    lobby.isJournalWaiting = true
    self.players = players
    self.lobby = lobby
  }

  var view: MatchView { lobby.view(of: players[0]) }

  mutating func play() throws {
    for _ in 0..<300 where view.phase != .ended {
      switch random.below(40) {
      case 0 where lobby.pending.isEmpty: try sufferOutage()
      case 1...3: journalAnswers(fails: true)
      case 4...15: journalAnswers(fails: false)
      case 16...25: choose()
      case 26: lobby.want(.shuffle, by: players[random.below(2)])
      default: pass(.milliseconds(random.below(random.below(10) == 0 ? 4000 : 400)))
      }
      noteAppends()
    }
  }

  private mutating func choose() {
    let down = view.cards.filter { $0.state == .down }
    guard let turn = view.turn, !down.isEmpty else { return }
    // A player with a memory, so that there are pairs, and bonuses to lose.
    let up = view.faceUp.first.flatMap { view.card($0) }
    let mate = up.flatMap { up in down.first { isPair($0.id, up.id) } }
    let card = random.below(2) == 0 ? mate ?? random.pick(down) : random.pick(down)
    lobby.want(.choose(card.id), by: players[turn.seat.rawValue])
  }

  /// Whether two cards were seen to have one face.
  private func isPair(_ one: CardID, _ other: CardID) -> Bool {
    var faces: [CardID: Face] = [:]
    for case .flipped(let flip) in log.map(\.event) { faces[flip.card] = flip.face }
    return faces[one] != nil && faces[one] == faces[other]
  }

  var log: [Entry] { lobby.journal.values.first ?? [] }

  /// Lets time pass in small steps, so that each append is seen when it is made.
  private mutating func pass(_ length: Duration) {
    let end = lobby.now + length
    while lobby.now < end {
      let wake = lobby.directory.nextWake ?? end
      lobby.advance(to: min(max(wake, lobby.now + .microseconds(1)), end))
      noteAppends()
    }
  }

  private mutating func noteAppends() {
    guard appendedAt == nil, !lobby.pending.isEmpty else { return }
    appendedAt = lobby.now
    for entry in lobby.pending.flatMap(\.entries) { decidedAt[entry.seq] = lobby.now }
    if let failedAt { stops.append((failedAt, lobby.now)) }
    failedAt = nil
  }

  private mutating func journalAnswers(fails: Bool) {
    guard let since = appendedAt else { return }
    appendedAt = nil
    if fails {
      failedAt = since
      lobby.fail()
    } else {
      if lobby.now - since > LobbyLimits.commitAllowance {
        stops.append((since + LobbyLimits.commitAllowance, lobby.now))
      }
      lobby.land()
    }
  }

  private mutating func sufferOutage() throws {
    let crash = lobby.now
    lobby.suffer(outage: .milliseconds(random.below(60_000)))
    stops.append((crash, lobby.now))
    failedAt = nil
    for player in players {
      pass(.milliseconds(random.below(3000)))
      try lobby.comeBack(player)
    }
  }

  /// How much of the time between two instants the players could act.
  func unstopped(from: ServerTime, to: ServerTime) -> Duration {
    var covered: [(from: ServerTime, to: ServerTime)] = []
    for stop in stops.sorted(by: { $0.from < $1.from }) {
      if let last = covered.last, stop.from <= last.to {
        covered[covered.count - 1].to = max(last.to, stop.to)
      } else {
        covered.append(stop)
      }
    }
    return covered.reduce(max(to - from, .zero)) { left, stop in
      left - max(min(stop.to, to) - max(stop.from, from), .zero)
    }
  }
}

@Suite("Standstills at random", .timeLimit(.minutes(1)))
struct RandomClockPauseTests {
  @Test("nobody's turn ends earlier, however the journal and the server behave", arguments: 1...30)
  func turns(seed: UInt64) throws {
    var match = try StallingMatch(seed: seed)
    try match.play()
    var began: ServerTime?
    for entry in match.log {
      switch entry.event {
      case .turnBegan: began = entry.at
      case .turnExpired:
        let time = match.unstopped(from: try #require(began), to: entry.at)
        #expect(time >= .seconds(5), "seq \(entry.seq)")
      default: break
      }
    }
  }

  @Test("no bonus drains while players cannot act", arguments: 1...30)
  func bonuses(seed: UInt64) throws {
    var match = try StallingMatch(seed: seed)
    try match.play()
    // How far each bonus has drained while players could act, and since when it drains.
    var drained: [CardID: Duration] = [:]
    var since: [CardID: ServerTime] = [:]
    var view = MatchView()
    for entry in match.log {
      view.apply(entry)
      let closed: [CardID]
      switch entry.event {
      case .flipped(let flip) where flip.outcome == .match: closed = view.faceUp
      case .flipped(let flip):
        since[flip.card] = flip.revealAt
        closed = []
      case .settled(let settled): closed = settled.turnedBack
      default: closed = []
      }
      for card in closed {
        guard let begin = since.removeValue(forKey: card) else { continue }
        var end = entry.at
        if case .flipped(let flip) = entry.event { end = flip.judgedAt }
        let decided = min(end, match.decidedAt[entry.seq] ?? end)
        drained[card, default: .zero] +=
          match.unstopped(from: begin, to: decided) + (end - max(decided, begin))
        let left = try #require(view.card(card)).bonus.remaining(at: end)
        let least = max((.seconds(20) - (drained[card] ?? .zero)).wholeMilliseconds, 0)
        // A millisecond for each time it was stopped.
        #expect(left >= least - 20, "seq \(entry.seq)")
      }
    }
  }

  @Test("players see only what the journal has, and matches end", arguments: 1...10)
  func views(seed: UInt64) throws {
    var match = try StallingMatch(seed: seed)
    try match.play()
    match.lobby.isJournalWaiting = false
    while !match.lobby.pending.isEmpty { match.lobby.land() }
    match.lobby.advance(by: .seconds(2))
    var view = MatchView()
    for entry in match.log { view.apply(entry) }
    for player in match.players { #expect(match.lobby.view(of: player) == view) }
    match.lobby.advance(by: .seconds(2000))
    #expect(match.log.contains { if case .ended = $0.event { true } else { false } })
  }

  @Test("happen in all the ways there are")
  func variety() throws {
    var given = 0
    var expired = 0
    var matched = 0
    for seed in UInt64(1)...20 {
      var match = try StallingMatch(seed: seed)
      try match.play()
      for entry in match.log {
        switch entry.event {
        case .clockAdjusted: given += 1
        case .turnExpired: expired += 1
        case .flipped(let flip) where flip.outcome == .match: matched += 1
        default: break
        }
      }
    }
    #expect(given > 100)
    #expect(expired > 2)
    #expect(matched > 10)
  }
}
