// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("The proof of a key", .timeLimit(.minutes(1)))
struct IdentityProofTests {
  private let first = ConnectionNumber(1)
  private let second = ConnectionNumber(2)
  private let now = LocalTime(microseconds: 1_000_000)
  private var proof = IdentityProof(
    of: PublicIdentity(publicKey: [UInt8](repeating: 3, count: 32), server: "a:1"))

  private func welcome(_ challenge: [UInt8] = [9], as player: String? = nil) -> Welcome {
    Welcome(
      sessionID: "s", resumeToken: [1], playerID: player, serverTime: .zero, clockEpoch: 1,
      challenge: challenge, serverVersion: "t")
  }

  @Test("holds requests back from the start until the signature has come")
  mutating func order() {
    #expect(proof.holdsRequests)
    let statement = KeyProof.statement(server: "a:1", session: "s", challenge: [9])
    #expect(proof.welcomed(welcome(), isNewSession: true, over: first) == statement)
    #expect(proof.holdsRequests)
    #expect(proof.signed(over: second) == false && proof.holdsRequests)
    #expect(proof.signed(over: first) == true && !proof.holdsRequests)
    #expect(proof.signed(over: first) == false, "Once.")
    proof.accepted()
    proof.connected()
    #expect(!proof.holdsRequests, "A proven session stays proven.")
  }

  @Test("is repeated on a new connection while it has no answer", arguments: [false, true])
  mutating func again(isSigned: Bool) {
    _ = proof.welcomed(welcome(), isNewSession: true, over: first)
    if isSigned { #expect(proof.signed(over: first) == true) }
    proof.connected()
    #expect(proof.holdsRequests)
    #expect(proof.signed(over: first) == false)
    #expect(proof.welcomed(welcome(), isNewSession: false, over: second) != nil)
  }

  @Test("is settled by a welcome that names the player, or has no challenge")
  mutating func settled() {
    #expect(proof.welcomed(welcome(as: "k7q2"), isNewSession: false, over: first) == nil)
    #expect(!proof.holdsRequests)
    #expect(proof.welcomed(welcome(), isNewSession: true, over: second) != nil)
    #expect(proof.welcomed(welcome([]), isNewSession: true, over: second) == nil)
    #expect(!proof.holdsRequests)
  }

  @Test("is answered only by refusals that are about proofs")
  mutating func refused() {
    let wrong = Refusal(.sessionWrongSignature)
    #expect(proof.isRefused(by: wrong, at: now) == false, "Nothing was sent.")
    _ = proof.welcomed(welcome(), isNewSession: true, over: first)
    _ = proof.signed(over: first)
    #expect(proof.isRefused(by: Refusal(.limitTooFast), at: now) == false)
    let other = Refusal(.requestUnsupported, [.init("request", "react")])
    #expect(proof.isRefused(by: other, at: now) == false)
    let older = Refusal(.requestUnsupported, [.init("request", "prove")])
    #expect(proof.isRefused(by: older, at: now) == true)
    #expect(proof.isRefused(by: wrong, at: now) == false, "A guest now.")
  }

  @Test("that could not be stored leaves a player a guest, and is repeated by a persistent client")
  mutating func unstored() {
    let unavailable = Refusal(.journalUnavailable)
    for isPersistent in [false, true] {
      _ = proof.welcomed(welcome(), isNewSession: true, over: first)
      _ = proof.signed(over: first)
      proof.isPersistent = isPersistent
      #expect(proof.isRefused(by: unavailable, at: now) == !isPersistent)
      #expect(proof.isPending == isPersistent && !proof.holdsRequests)
    }
    let due = now + IdentityProof.pause
    #expect(proof.retryAt == due)
    let early = now + (IdentityProof.pause - .milliseconds(1))
    #expect(proof.retry(welcome(), over: first, at: early) == nil)
    let statement = KeyProof.statement(server: "a:1", session: "s", challenge: [9])
    #expect(proof.retry(welcome(), over: first, at: due) == statement)
    #expect(proof.retryAt == nil && proof.signed(over: first) == true)
    proof.accepted()
    #expect(!proof.isPending)
  }

  @Test("that is to be repeated is repeated at once over a new connection")
  mutating func unstoredBefore() {
    proof.isPersistent = true
    _ = proof.welcomed(welcome(), isNewSession: true, over: first)
    _ = proof.signed(over: first)
    #expect(proof.isRefused(by: Refusal(.journalUnavailable), at: now) == false)
    proof.connected()
    #expect(proof.retryAt == nil && proof.holdsRequests)
    #expect(proof.welcomed(welcome(), isNewSession: false, over: second) != nil)
  }

  @Test("a guest has nothing to prove")
  func guest() {
    var proof = IdentityProof(of: nil)
    #expect(!proof.holdsRequests && proof.publicKey == nil)
    #expect(proof.welcomed(welcome(), isNewSession: true, over: first) == nil)
  }
}
