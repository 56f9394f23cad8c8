// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("A client's share of the deal", .timeLimit(.minutes(1)))
struct ClientCoreSharingTests {
  /// A client that is ready, and its commitment.
  private func ready() throws -> (harness: ClientHarness, commit: [UInt8]) {
    var harness = ClientHarness()
    harness.sitDown()
    guard
      case .request(let id, .intent(let ready))? = intents(harness.perform(.ready))
        .first,
      case .ready(let commit) = ready.intent
    else {
      Issue.record("Ready was not sent.")
      return (harness, [])
    }
    #expect(commit.count == 32)
    harness.hear(
      .readied(SeatIndex(0), entropyCommit: commit),
      cause: Cause(actor: ActorNumber(1), request: id))
    #expect(!harness.core.isWaiting)
    return (harness, commit)
  }

  /// The share that `outputs` open; nil for none.
  private func opened(_ outputs: [ClientOutput]) -> [UInt8]? {
    guard case .request(_, .intent(let reveal))? = intents(outputs).first,
      case .reveal(let entropy) = reveal.intent
    else { return nil }
    return entropy
  }

  private func dealt() -> Event {
    .dealt(
      Event.Dealt(
        generation: 1, slots: [0, 1, 2, 3], rows: 2, columns: 2, turnOrder: [SeatIndex(0)],
        leaves: [], stagger: .zero, duration: .zero, playableAt: .zero))
  }

  private func lost(_ outputs: [ClientOutput]) -> [ShareProblem] {
    events(outputs).compactMap { if case .shareLost(let problem) = $0 { problem } else { nil } }
  }

  @Test("is committed to when ready, opened when asked, and seen to count")
  func entropy() throws {
    var (harness, commit) = try ready()
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    let entropy = try #require(opened(outputs))
    let fair = FairDeal(matchID: "m", hashing: .openSSL)
    #expect(fair.entropyCommit(entropy, seat: SeatIndex(0)) == commit)
    #expect(lost(harness.hear(.revealed(SeatIndex(0), entropy: entropy))).isEmpty)
    #expect(lost(harness.hear(dealt())).isEmpty)
    #expect(harness.core.table?.brokenShares == 0)
  }

  @Test(
    "is not opened to a server that states another commitment",
    arguments: [[], [[]], [[UInt8](repeating: 1, count: 32)]])
  func replacedCommitment(stated: [[UInt8]]) throws {
    var (harness, _) = try ready()
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: stated)))
    #expect(opened(outputs) == nil)
    #expect(lost(outputs) == [.broken])
    #expect(harness.core.table?.brokenShares == 1)
  }

  @Test("is reported once if the server states another one, or none")
  func replacedShare() throws {
    for (stated, problem) in [
      ([UInt8](repeating: 9, count: 32), ShareProblem.broken), ([], .unopened),
    ] {
      var (harness, commit) = try ready()
      harness.hear(.committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
      #expect(lost(harness.hear(.revealed(SeatIndex(0), entropy: stated))) == [problem])
      #expect(lost(harness.hear(dealt())).isEmpty)
      #expect(harness.core.table?.brokenShares == (problem == .broken ? 1 : 0))
    }
  }

  @Test("is missed where the cards are dealt without it")
  func skipped() throws {
    var (harness, commit) = try ready()
    harness.hear(.committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    #expect(lost(harness.hear(dealt())) == [.unopened])
  }

  @Test("is not revealed to a server that states another commitment")
  func replacedReadiness() throws {
    var harness = ClientHarness()
    harness.sitDown()
    guard
      case .request(let id, .intent(let ready))? = intents(harness.perform(.ready))
        .first,
      case .ready(let commit) = ready.intent
    else {
      Issue.record("Ready was not sent.")
      return
    }
    let forged = [UInt8](repeating: 1, count: 32)
    let told = harness.hear(
      .readied(SeatIndex(0), entropyCommit: forged),
      cause: Cause(actor: ActorNumber(1), request: id))
    #expect(lost(told) == [.broken])
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    #expect(opened(outputs) == nil)
  }

  @Test(
    "counts whichever of two commitments the server goes by, also where settings changed between")
  func reconfigured() throws {
    var (harness, commit) = try ready()
    harness.hear(.configured(MatchSettings(pairs: 3, seats: 1), theme: "animals"))
    guard case .request(let id, .intent)? = intents(harness.perform(.ready)).first
    else {
      Issue.record("Ready was not sent.")
      return
    }
    let told = harness.hear(
      .readied(SeatIndex(0), entropyCommit: commit),
      cause: Cause(actor: ActorNumber(1), request: id))
    #expect(lost(told).isEmpty)
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    #expect(opened(outputs) != nil)
  }

  @Test("outlives a new base that goes back to before the former match's deal")
  func retoldDeal() throws {
    var (harness, first) = try ready()
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [first])))
    let share = try #require(opened(outputs))
    harness.hear(.revealed(SeatIndex(0), entropy: share))
    harness.hear(dealt())
    harness.hear(
      .opened(Event.Opened(matchID: "m2", settings: MatchSettings(seats: 1), theme: "animals")))
    guard
      case .request(let id, .intent(let request))? = intents(harness.perform(.ready))
        .first,
      case .ready(let commit) = request.intent
    else {
      Issue.record("Ready was not sent.")
      return
    }
    harness.hear(
      .readied(SeatIndex(0), entropyCommit: commit),
      cause: Cause(actor: ActorNumber(1), request: id))
    let log = try #require(harness.core.table?.log)
    let retold = harness.hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: log.base, tail: log.entries)))
    #expect(lost(retold).isEmpty)
    #expect(harness.core.table?.brokenShares == 0)
    #expect(harness.core.table?.log.latest == log.latest)
    let committed = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    let fair = FairDeal(matchID: "m2", hashing: .openSSL)
    #expect(
      opened(committed).map { fair.entropyCommit($0, seat: SeatIndex(0)) } == commit)
  }

  @Test("is not used again for a match that began behind a new base")
  func newMatchInBase() throws {
    var (harness, commit) = try ready()
    let outputs = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [commit])))
    let share = try #require(opened(outputs))
    var view = harness.view
    view.apply(
      Entry(
        seq: view.seq + 1, at: view.at, cause: nil,
        event: .opened(
          Event.Opened(matchID: "m2", settings: MatchSettings(seats: 1), theme: "animals"))))
    harness.hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: view, tail: [])))
    guard
      case .request(_, .intent(let request))? = intents(harness.perform(.ready)).first,
      case .ready(let next) = request.intent
    else {
      Issue.record("Ready was not sent.")
      return
    }
    let fair = FairDeal(matchID: "m2", hashing: .openSSL)
    #expect(next.count == 32 && next != fair.entropyCommit(share, seat: SeatIndex(0)))
  }

  @Test(
    "is forgotten if another client of the same player, already ready, has taken the seat",
    arguments: [false, true])
  func takenOver(isInBase: Bool) throws {
    var (harness, own) = try ready()
    let other = [UInt8](repeating: 5, count: 32)
    let player = Player(name: "Ana", id: "a")
    var view = MatchView()
    let events: [Event] = [
      .opened(Event.Opened(matchID: "m", settings: MatchSettings(seats: 1), theme: "animals")),
      .seated(Event.Seated(seat: SeatIndex(0), player: player, actor: ActorNumber(2))),
      .readied(SeatIndex(0), entropyCommit: other),
      .seated(Event.Seated(seat: SeatIndex(0), player: player, actor: ActorNumber(3))),
    ]
    let entries = events.enumerated().map { index, event in
      Entry(seq: UInt64(index + 1), at: harness.view.at, cause: nil, event: event)
    }
    for entry in entries { view.apply(entry) }
    harness.view = view
    let outputs = harness.hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(3), seat: SeatIndex(0), role: .player,
          base: isInBase ? view : MatchView(), tail: isInBase ? [] : entries)))
    #expect(lost(outputs).isEmpty)
    let committed = harness.hear(
      .committed(Event.Committed(seedCommit: [], entropyCommits: [other])))
    #expect(lost(committed).isEmpty)
    #expect(opened(committed) == nil, "The share drawn for \(own) opens nothing here.")
    #expect(harness.core.table?.brokenShares == 0)
  }

  /// A client that watches two seats get ready, with the shares they have committed to.
  private func watched() -> (harness: ClientHarness, shares: [[UInt8]], commits: [[UInt8]]) {
    var harness = ClientHarness()
    harness.watch(seats: 2)
    let shares = (1...2).map { [UInt8](repeating: UInt8($0), count: 32) }
    let fair = FairDeal(matchID: "m", hashing: .openSSL)
    let commits = shares.indices.map { fair.entropyCommit(shares[$0], seat: SeatIndex($0)) }
    for (seat, commit) in commits.enumerated() {
      harness.hear(.readied(SeatIndex(seat), entropyCommit: commit))
    }
    return (harness, shares, commits)
  }

  private func forged(_ outputs: [ClientOutput]) -> [SeatIndex] {
    events(outputs).compactMap { if case .shareForged(let seat) = $0 { seat } else { nil } }
  }

  @Test("of others is checked against earlier statements, by spectators too")
  func others() {
    var (harness, shares, commits) = watched()
    #expect(
      forged(
        harness.hear(.committed(Event.Committed(seedCommit: [], entropyCommits: commits)))
      ).isEmpty)
    #expect(forged(harness.hear(.revealed(SeatIndex(0), entropy: shares[0]))).isEmpty)
    #expect(forged(harness.hear(.revealed(SeatIndex(1), entropy: []))).isEmpty, "Too late, maybe.")
    #expect(harness.core.table?.brokenShares == 0)

    (harness, shares, commits) = watched()
    commits.swapAt(0, 1)
    #expect(
      forged(harness.hear(.committed(Event.Committed(seedCommit: [], entropyCommits: commits))))
        == [SeatIndex(0), SeatIndex(1)])
    #expect(
      forged(harness.hear(.revealed(SeatIndex(0), entropy: shares[1]))) == [SeatIndex(0)])
    #expect(harness.core.table?.brokenShares == 3)
  }

  @Test("gets ready twice with one share, so that either commitment can be opened; each match anew")
  func readyTwice() throws {
    var harness = ClientHarness()
    harness.sitDown()
    func commit() throws -> [UInt8] {
      guard
        case .request(_, .intent(let request))? = sent(harness.perform(.ready)).first,
        case .ready(let commit) = request.intent
      else { return [] }
      return commit
    }
    let first = try commit()
    #expect(first.count == 32)
    #expect(try commit() == first)
    harness.hear(
      .opened(Event.Opened(matchID: "m", settings: MatchSettings(seats: 1), theme: "animals")))
    let next = try commit()
    #expect(next.count == 32 && next != first)
    harness.hear(.left(id: nil, code: "room/removed"))
    harness.sitDown()
    #expect(try commit() != next)
  }
}
