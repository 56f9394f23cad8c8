// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
package import Game

extension WorldRecord {
  /// A session, under its id.
  package struct Session: Stored {
    /// Its player.
    package var player: Player
    /// SHA-256 of its one or two resume tokens, the newest last.
    package var tokenHashes: [[UInt8]]
    /// Its highest request number, as far as no room's log has it.
    package var highest: RequestID
    /// When it lost its last connection, if no node has it in memory.
    package var detachedAt: ServerTime?
    /// Its last request for a quick match, and the code of the room where that leads.
    package var quick: Quick?

    /// Where a session's quick match leads.
    package struct Quick: Hashable, Sendable {
      /// The request.
      package var request: RequestID
      /// The code of the room.
      package var code: String

      /// `request` leads to the room with `code`.
      package init(request: RequestID, code: String) {
        self.request = request
        self.code = code
      }
    }

    /// A session with all its parts.
    package init(
      player: Player, tokenHashes: [[UInt8]], highest: RequestID, detachedAt: ServerTime?,
      quick: Quick? = nil
    ) {
      self.player = player
      self.tokenHashes = tokenHashes
      self.highest = highest
      self.detachedAt = detachedAt
      self.quick = quick
    }

    /// Decodes a session.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldSession.self, bytes)
      let fields = Fields("session")
      try fields.checkForm(wire.hasForm, wire.form)
      try fields.require(wire.hasPlayer, "player")
      self.init(
        player: try wire.player.translated(),
        tokenHashes: try fields.hashes(wire.tokenHashes, "token_hashes", limit: Bounds.tokens),
        highest: try fields.request(wire.hasHighest, wire.highest, "highest"),
        detachedAt: wire.hasDetachedAt ? ServerTime(microseconds: wire.detachedAt) : nil)
      if wire.hasQuickRequest {
        quick = Quick(
          request: try fields.request(true, wire.quickRequest, "quick_request"),
          code: try fields.name(wire.quickCode, "quick_code"))
      }
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldSession()
      wire.form = UInt32(wire: form)
      wire.player = WirePlayer(player)
      wire.tokenHashes = tokenHashes.map { Data($0) }
      wire.highest = highest.rawValue
      if let detachedAt { wire.detachedAt = detachedAt.microseconds }
      if let quick {
        wire.quickRequest = quick.request.rawValue
        wire.quickCode = quick.code
      }
      return encode(wire)
    }
  }

  /// A ban, under its target.
  package struct Ban: Stored {
    /// `key:` or `address:` and the key's id or the block.
    package var target: String
    /// When it was set.
    package var since: ServerTime
    /// When it ends; nil if it must be lifted.
    package var until: ServerTime?
    /// The reason shown to those it keeps out.
    package var reason: String

    /// A ban with all its parts.
    package init(target: String, since: ServerTime, until: ServerTime?, reason: String) {
      self.target = target
      self.since = since
      self.until = until
      self.reason = reason
    }

    /// Decodes a ban.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldBan.self, bytes)
      let fields = Fields("ban")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        target: try fields.name(wire.target, "target"),
        since: try fields.time(wire.hasSince, wire.since, "since"),
        until: wire.hasUntil ? ServerTime(microseconds: wire.until) : nil,
        reason: try fields.text(wire.reason, "reason", limit: Bounds.storedReason))
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldBan()
      wire.form = UInt32(wire: form)
      wire.target = target
      wire.since = since.microseconds
      if let until { wire.until = until.microseconds }
      wire.reason = reason
      return encode(wire)
    }
  }

  /// A session watches a room, under both.
  package struct Spectator: Stored {
    /// The session.
    package var session: String
    /// The entry its first base stood at.
    package var firstSeq: UInt64

    /// `session` was sent everything after entry `firstSeq`.
    package init(session: String, firstSeq: UInt64) {
      self.session = session
      self.firstSeq = firstSeq
    }

    /// Decodes a spectator.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldSpectator.self, bytes)
      let fields = Fields("spectator")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        session: try fields.name(wire.session, "session"),
        firstSeq: try fields.seq(wire.hasFirstSeq, wire.firstSeq, "first_seq"))
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldSpectator()
      wire.form = UInt32(wire: form)
      wire.session = session
      wire.firstSeq = firstSeq
      return encode(wire)
    }
  }
}
