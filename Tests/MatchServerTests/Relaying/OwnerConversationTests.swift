// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchClient
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("What a relay makes of its owner's words", .timeLimit(.minutes(1)))
struct OwnerConversationTests {
  private let now = LocalTime(microseconds: 1_000)
  private let own = ServerTime.zero + .seconds(9)

  /// A relay's client whose connection is open.
  private func client() -> ClientCore {
    var client = ClientCore(
      agent: "facedown-relay/test", name: "Relay", reconnectPolicy: ReconnectPolicy(), seed: 1,
      key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
    _ = client.handle(.start(home: nil), now: now)
    _ = client.handle(.opened(ConnectionNumber(1)), now: now)
    return client
  }

  private func welcome(_ version: String) -> ClientInput {
    .received(
      ConnectionNumber(1),
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [1], serverTime: own, clockEpoch: 1, challenge: [],
          serverVersion: version)))
  }

  @Test("asks for the list once it is welcomed, and says which relays are behind it")
  func welcomed() {
    var (client, conversation) = (client(), OwnerConversation(for: "me"))
    let input = welcome("0.1.0 relay other")
    let outputs = client.handle(input, now: now)
    let step = conversation.look(at: input, outputs, of: client, now: now, own: own)
    #expect(step.commands == [.listRooms(watch: true)] && step.problem == nil)
    guard case .reached(let path) = step.inputs.first else {
      Issue.record("It has not reached its owner.")
      return
    }
    #expect(path.names == ["other"] && !conversation.isReady)
  }

  @Test("does not follow itself, however many relays are between")
  func itself() {
    var (client, conversation) = (client(), OwnerConversation(for: "me"))
    let input = welcome("0.1.0 relay other/me")
    let outputs = client.handle(input, now: now)
    let step = conversation.look(at: input, outputs, of: client, now: now, own: own)
    #expect(step.problem == .itself && step.inputs.isEmpty && step.commands.isEmpty)
    var follower = RoomFollower(for: "me", in: RoomCode("K7QF2"))
    let followed = follower.look(at: outputs, of: client)
    #expect(followed.isOver && followed.commands.isEmpty)
  }

  @Test("tells apart what it has asked, though an earlier question is answered late")
  func late() {
    var (client, conversation) = (client(), OwnerConversation(for: "me"))
    for question in [OwnerQuestion.leaderboard(.memorize), .replay("m"), .leaderboard(.teams)] {
      _ = client.handle(.command(conversation.ask(question)), now: now)
    }
    let ids: [(OwnerQuestion, ServerMessage)] = [
      (.replay("m"), .refused(id: RequestID(2), Refusal(.replayUnknown))),
      (
        .leaderboard(.teams),
        .leaderboard(Leaderboard(id: RequestID(3), mode: .teams, rows: []))
      ),
      (
        .leaderboard(.memorize),
        .leaderboard(Leaderboard(id: RequestID(1), mode: .memorize, rows: []))
      ),
    ]
    for (question, message) in ids {
      let input = ClientInput.received(ConnectionNumber(1), message)
      let outputs = client.handle(input, now: now)
      let step = conversation.look(at: input, outputs, of: client, now: now, own: own)
      guard case .answered(question, _) = step.inputs.first else {
        Issue.record("\(question) has no answer, but \(step.inputs).")
        continue
      }
    }
  }

  @Test("gives up on what it cannot decode, without a trap")
  func garbage() {
    var (client, conversation) = (client(), OwnerConversation(for: "me"))
    var follower = RoomFollower(for: "me", in: RoomCode("K7QF2"))
    let input = ClientInput.garbled(ConnectionNumber(1), "nonsense")
    let outputs = client.handle(input, now: now)
    let step = conversation.look(at: input, outputs, of: client, now: now, own: own)
    #expect(step.problem == .foreign("nonsense"))
    let followed = follower.look(at: outputs, of: client)
    #expect(followed.isOver && followed.news == [.room(.refused(Refusal(.serverRestarting)))])
  }

  @Test(
    "does not take it for disbelief that its key is still to be proven", arguments: [true, false])
  func early(hasIdentity: Bool) {
    let identity = PublicIdentity(publicKey: [UInt8](repeating: 3, count: 32), server: "a:1")
    let client = ClientCore(
      agent: "facedown-relay/test", name: "Relay", identity: hasIdentity ? identity : nil, seed: 1,
      key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
    var follower = RoomFollower(for: "me", in: RoomCode("K7QF2"), hasKey: true)
    let refusal = Refusal(.sessionNotRelay)
    let step = follower.look(at: [.event(.refused(nil, refusal))], of: client)
    #expect(step.disbelief == (hasIdentity ? nil : refusal))
  }
}
