// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
package import Game

extension WorldRecord {
  /// What a room's owner has decided: a batch.
  package struct Step: Hashable, Sendable {
    /// A request of a session.
    package struct Origin: Hashable, Sendable {
      /// The session.
      package var session: String
      /// The request.
      package var request: RequestID

      /// Request `request` of `session`.
      package init(session: String, request: RequestID) {
        self.session = session
        self.request = request
      }
    }

    /// A session's number in the room's log.
    package struct Member: Hashable, Sendable {
      /// The session.
      package var session: String
      /// Its number.
      package var actor: ActorNumber

      /// Session `session` is member `actor`.
      package init(session: String, actor: ActorNumber) {
        self.session = session
        self.actor = actor
      }
    }

    /// The room's code.
    package var code: String
    /// The number of the last entry that the decision was based on.
    package var expectedLastSeq: UInt64
    /// The entries in the binary encoding, at least one.
    package var entries: [[UInt8]]
    /// The sealed record of the same step.
    package var sealed: SealedRecord?
    /// The requests behind it.
    package var requests: [Origin] = []
    /// Memberships that begin with it.
    package var entering: [Member] = []
    /// Memberships that end with it.
    package var leaving: [ActorNumber] = []
    /// The result of the match that it ends.
    package var result: Result?

    /// A step of entries alone.
    package init(code: String, expectedLastSeq: UInt64, entries: [[UInt8]]) {
      self.code = code
      self.expectedLastSeq = expectedLastSeq
      self.entries = entries
    }

    init(_ wire: WireWorldStep) throws(WireError) {
      let fields = Fields("step")
      try fields.require(!wire.entries.isEmpty, "entries")
      self.init(
        code: try fields.name(wire.code, "code"),
        expectedLastSeq: try fields.seq(
          wire.hasExpectedLastSeq, wire.expectedLastSeq, "expected_last_seq"),
        entries: try fields.list(wire.entries, "entries", limit: Bounds.storedEntries) {
          [UInt8]($0)
        })
      if wire.hasSealed {
        let fields = Fields("sealed")
        sealed = SealedRecord(
          matchID: try fields.text(wire.sealed.matchID, "match_id"),
          seed: try fields.bytes(wire.sealed.seed, "seed"))
      }
      requests = try fields.list(wire.requests, "requests", limit: Bounds.storedEntries) {
        origin throws(WireError) in
        let fields = Fields("origin")
        return Origin(
          session: try fields.name(origin.session, "session"),
          request: try fields.request(origin.hasRequest, origin.request, "request"))
      }
      entering = try fields.list(wire.entering, "entering", limit: Bounds.storedEntries) {
        member throws(WireError) in
        let fields = Fields("membership")
        return Member(
          session: try fields.name(member.session, "session"),
          actor: try fields.actor(member.hasActor, member.actor, "actor"))
      }
      leaving = try fields.list(wire.leaving, "leaving", limit: Bounds.storedEntries) {
        ActorNumber($0)
      }
      if wire.hasResult { result = try Result(wire.result) }
    }

    var wire: WireWorldStep {
      var wire = WireWorldStep()
      wire.code = code
      wire.expectedLastSeq = expectedLastSeq
      wire.entries = entries.map { Data($0) }
      if let sealed {
        wire.sealed.matchID = sealed.matchID
        wire.sealed.seed = Data(sealed.seed)
      }
      wire.requests = requests.map { origin in
        var wire = WireWorldOrigin()
        wire.session = origin.session
        wire.request = origin.request.rawValue
        return wire
      }
      wire.entering = entering.map { member in
        var wire = WireWorldMembership()
        wire.session = member.session
        wire.actor = member.actor.rawValue
        return wire
      }
      wire.leaving = leaving.map(\.rawValue)
      if let result { wire.result = result.wire }
      return wire
    }
  }
}
