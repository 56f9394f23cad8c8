// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JetStream

@Suite("Requests that wait", .timeLimit(.minutes(1)))
struct PendingRequestsTests {
  private final class Outcomes {
    var all: [RequestOutcome] = []
    var answers: [Int] = []
  }

  private let start = ContinuousClock.now
  private let outcomes = Outcomes()
  private let answer = Message(subject: "inbox", bytes: [1])
  private let nobody = Message(subject: "inbox", headers: ["Status": "503"])

  private func call(_ ended: [PendingRequests.Ended]) { for body in ended { body() } }

  private func add(_ wanted: PendingRequests.Wanted, to requests: inout PendingRequests) -> UInt64 {
    requests.add(wanted, by: start + .seconds(1)) { [outcomes] outcome, answers in
      outcomes.all.append(outcome)
      outcomes.answers.append(answers.count)
    }
  }

  @Test("have one outcome each: the first answer, or none by the deadline")
  func one() {
    var requests = PendingRequests()
    let (first, second) = (add(.one, to: &requests), add(.one, to: &requests))
    call(requests.take(answer, for: first))
    call(requests.take(answer, for: first))
    call(requests.expire(at: start))
    #expect(outcomes.all == [.answered(answer)] && !requests.isEmpty)
    call(requests.expire(at: start + .seconds(1)))
    call(requests.take(answer, for: second))
    #expect(outcomes.all == [.answered(answer), .unclear] && requests.isEmpty)
  }

  @Test("are told that nobody takes them")
  func nobodyThere() {
    var requests = PendingRequests()
    call(requests.take(nobody, for: add(.one, to: &requests)))
    call(requests.take(nobody, for: add(.atMost(3), to: &requests)))
    #expect(outcomes.all == [.noResponders, .noResponders] && outcomes.answers == [0, 0])
  }

  @Test("of several servers end with as many answers as are wanted, or at the deadline")
  func several() {
    var requests = PendingRequests()
    let (all, some) = (add(.atMost(2), to: &requests), add(.atMost(2), to: &requests))
    for request in [all, some, all] { call(requests.take(answer, for: request)) }
    #expect(outcomes.answers == [2])
    call(requests.expire(at: start + .seconds(2)))
    #expect(outcomes.answers == [2, 1])
  }

  @Test("are unclear, in their order, when the connection is cut")
  func cut() {
    var requests = PendingRequests()
    for _ in 1...3 { _ = add(.one, to: &requests) }
    call(requests.cut())
    #expect(outcomes.all == [.unclear, .unclear, .unclear] && requests.isEmpty)
  }
}
