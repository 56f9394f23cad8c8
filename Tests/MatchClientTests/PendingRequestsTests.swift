// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("Requests without an answer", .timeLimit(.minutes(1)))
struct PendingRequestsTests {
  private var requests = PendingRequests()

  private mutating func add(_ command: ClientCommand, mayBeSent: Bool = true) {
    requests.add(command, mayBeSent: mayBeSent) { .replay(id: $0, matchID: "\(command)") }
  }

  private mutating func sentIDs() -> [UInt64] {
    requests.takeUnsent().compactMap { $0.requestID?.rawValue }
  }

  @Test("are sent once a connection, each time under their own ids and in order")
  mutating func order() {
    for command in [ClientCommand.ready, .intent(.deal), .intent(.shuffle)] { add(command) }
    #expect(sentIDs() == [1, 2, 3])
    #expect(sentIDs() == [])
    #expect(requests.remove(RequestID(2)) == .intent(.deal))
    #expect(requests.remove(RequestID(2)) == nil)
    requests.connected()
    add(.intent(.restart))
    #expect(sentIDs() == [1, 3, 4])
    #expect(requests.command(of: RequestID(3)) == .intent(.shuffle))
  }

  @Test("are queued up to a limit while none may be sent")
  mutating func limit() {
    for _ in 0..<20 { add(.intent(.shuffle), mayBeSent: false) }
    add(.ready)
    #expect(sentIDs() == (1...9).map { UInt64($0) })
  }

  @Test("take ids above those that the session has used, and never reuse one")
  mutating func ids() {
    #expect(requests.nextID() == RequestID(1))
    requests.skip(through: RequestID(40))
    add(.ready)
    #expect(requests.nextID() == RequestID(42))
    requests.skip(through: RequestID(3))
    add(.ready)
    #expect(sentIDs() == [41, 43])
  }

  @Test("are found and removed by their command")
  mutating func commands() {
    for command in [ClientCommand.ready, .intent(.deal), .ready] { add(command) }
    #expect(requests.contains { $0 == .intent(.deal) } && !requests.contains { $0 == .react(.wow) })
    requests.removeAll { $0 > RequestID(1) && $1 == .ready }
    #expect(sentIDs() == [1, 2])
    requests.removeAll()
    #expect(requests.isEmpty)
  }
}
