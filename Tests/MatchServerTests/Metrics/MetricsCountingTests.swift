// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("Counted metrics", .timeLimit(.minutes(1)))
struct MetricsCountingTests {
  private let code = RoomCode("ABCDE")

  private func time(_ microseconds: Int64) -> ServerTime { ServerTime(microseconds: microseconds) }

  private func step(_ events: [(Event, Cause?)]) -> Batch {
    let entries = events.enumerated().map { index, event in
      Entry(seq: UInt64(index) + 1, at: .zero, cause: event.1, event: event.0)
    }
    return Batch(room: RoomID("room"), code: code, expectedLastSeq: 0, entries: entries)
  }

  private var asked: Cause { Cause(actor: ActorNumber(1), request: RequestID(7)) }

  private func committed() -> Event {
    .committed(Event.Committed(seedCommit: [], entropyCommits: []))
  }

  private func ended(_ reason: Event.Ended.Reason) -> Event {
    .ended(Event.Ended(standings: [], reason: reason, seed: [], entropies: []))
  }

  @Test("have a separate counter for each event, which appears in the text")
  func places() throws {
    let empty = ServerMetrics()
    for counter in Counter.allCases {
      var metrics = empty
      metrics.count(counter)
      #expect(Counter.allCases.filter { metrics[$0] != 0 } == [counter])
      #expect(
        MetricsSnapshot.sample(metrics).text != MetricsSnapshot.sample(empty).text,
        "\(counter) is counted and never told.")
    }
    for span in ServerMetrics.Span.allCases {
      var metrics = empty
      metrics.note(span, from: .zero, to: time(40))
      #expect(ServerMetrics.Span.allCases.filter { metrics[$0].count != 0 } == [span])
      #expect(MetricsSnapshot.sample(metrics).text != MetricsSnapshot.sample(empty).text, "\(span)")
    }
  }

  @Test("include a step once it has landed, and not before")
  func landing() {
    var metrics = ServerMetrics()
    let records = [
      RoomRecord.step(step([(committed(), nil), (.consented(SeatIndex(0)), asked)])),
      .closed(RoomID("other"), at: .zero),
      .step(step([(ended(.finished), nil), (ended(.aborted), nil)])),
    ]
    metrics.commitBegan(at: time(100))
    metrics.commitBegan(at: time(200))
    #expect(metrics.waitsForJournalSince == time(100))
    metrics.commitEnded(
      records, [.landed(RoomID("room")), .failed(RoomID("room"))], at: time(1_100))
    #expect(metrics.waitsForJournalSince == time(200), "The journal answers in order.")
    #expect(metrics[.commit].count == 1 && metrics[.commit].sum == 1_000)
    #expect(metrics[.entries] == 2)
    #expect(metrics[.matchesBegun] == 1)
    #expect(metrics[.intentAccepted] == 1)
    #expect(metrics[.journalFailures] == 1)
    #expect(metrics.endings.allSatisfy { $0 == 0 })
    metrics.commitEnded([records[2]], [.landed(RoomID("room"))], at: time(1_200))
    #expect(metrics.waitsForJournalSince == nil)
    #expect(
      zip(ServerMetrics.reasons, metrics.endings).filter { $0.1 == 1 }.map(\.0) == [
        .finished, .aborted,
      ])
    #expect(metrics[.intentAccepted] == 1, "Nobody asked for the end.")
  }

  @Test("include a step of unknown outcome if the journal is found to have it")
  func rereading() {
    let landed = step([(committed(), nil)])
    let stored = StoredRoom(
      id: RoomID("room"), code: code, entries: landed.entries, sealed: [], members: [],
      former: [])
    var metrics = ServerMetrics()
    metrics.commitEnded([.step(landed)], [.reread(stored)], at: .zero)
    #expect(metrics[.entries] == 1 && metrics[.journalFailures] == 0)
    let lost = step([(committed(), nil), (ended(.finished), nil)])
    metrics.commitEnded([.step(lost)], [.reread(stored)], at: .zero)
    #expect(metrics[.entries] == 1 && metrics[.journalFailures] == 1)
  }

  @Test("distinguish intents from joining and leaving")
  func intents() {
    func accepted(_ change: (inout Batch) -> Void) -> UInt64 {
      var step = step([(.vacated(SeatIndex(0)), asked)])
      change(&step)
      var metrics = ServerMetrics()
      metrics.commitEnded([.step(step)], [.landed(step.room)], at: .zero)
      return metrics[.intentAccepted]
    }
    #expect(accepted { $0.leaving = [ActorNumber(1)] } == 0, "They left.")
    #expect(accepted { $0.leaving = [ActorNumber(2)] } == 1, "They freed somebody else's seat.")
    let membership = Membership(session: SessionID("s"), actor: ActorNumber(1))
    #expect(accepted { $0.entering = [membership] } == 0, "They came.")
  }

  @Test("include refusals and closings by code, with one counter for unknown codes")
  func codes() {
    var metrics = ServerMetrics()
    metrics.refusedOrClosed(.refused(id: nil, Refusal(.playStale)), to: 1)
    metrics.refusedOrClosed(.closing(Closing(code: "limit/too_fast", reason: "")), to: 3)
    metrics.refusedOrClosed(.closing(Closing(code: "from/tomorrow", reason: "")), to: 1)
    metrics.refusedOrClosed(.audience(count: 3), to: 5)
    func counts(_ numbers: [UInt64]) -> [RefusalCode: UInt64] {
      Dictionary(zip(ServerMetrics.codes, numbers).filter { $0.1 > 0 }) { $1 }
    }
    #expect(counts(metrics.refusals) == [.playStale: 1])
    #expect(counts(metrics.closings) == [.limitTooFast: 3, .unrecognized: 1])
    let text = MetricsSnapshot.sample(metrics).text
    #expect(text.contains("facedown_refusals_total{code=\"play/stale\"} 1\n"))
    #expect(text.contains("facedown_closings_total{code=\"refusal/unrecognized\"} 1\n"))
  }
}
