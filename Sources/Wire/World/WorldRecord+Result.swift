// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
package import Game
package import Protocol

extension WorldRecord {
  /// The result of a match.
  package struct Result: Stored {
    /// What a replay of the match needs.
    package struct Replay: Hashable, Sendable {
      /// The rules it was played by.
      package var settings: MatchSettings
      /// When everybody may watch it; nil if only its players may.
      package var publicFrom: ServerTime?
      /// The room just before the match opened.
      package var base: MatchView
      /// The numbers of its entries.
      package var entries: ClosedRange<UInt64>
      /// The sessions that have played it.
      package var sessions: [String]

      /// A replay with all its parts.
      package init(
        settings: MatchSettings, publicFrom: ServerTime?, base: MatchView,
        entries: ClosedRange<UInt64>, sessions: [String]
      ) {
        self.settings = settings
        self.publicFrom = publicFrom
        self.base = base
        self.entries = entries
        self.sessions = sessions
      }
    }

    /// The room.
    package var room: String
    /// The room's code.
    package var code: String
    /// The stream's number of the room's first record; nil in the room's own log.
    package var first: UInt64?
    /// The match.
    package var matchID: String
    /// How it was scored.
    package var mode: MatchSettings.Mode
    /// Whether it counts for ratings.
    package var isRated: Bool
    /// When it ended.
    package var endedAt: ServerTime
    /// Why it ended.
    package var reason: Event.Ended.Reason
    /// Every seat that played, best first.
    package var standings: [Standing]
    /// What a replay of it needs, or nil.
    package var replay: Replay?
    /// The data for profiles and daily deals; nil in results stored by versions without profiles.
    package var detail: ResultDetail?

    /// A result without a replay.
    package init(
      room: String, code: String, matchID: String, mode: MatchSettings.Mode, isRated: Bool,
      endedAt: ServerTime, reason: Event.Ended.Reason, standings: [Standing]
    ) {
      self.room = room
      self.code = code
      self.matchID = matchID
      self.mode = mode
      self.isRated = isRated
      self.endedAt = endedAt
      self.reason = reason
      self.standings = standings
    }

    /// Decodes a result.
    package init(_ bytes: [UInt8]) throws(WireError) {
      try self.init(decode(WireWorldResult.self, bytes))
    }

    init(_ wire: WireWorldResult) throws(WireError) {
      let fields = Fields("result")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        room: try fields.name(wire.room, "room"), code: try fields.name(wire.code, "code"),
        matchID: try fields.name(wire.matchID, "match_id"),
        mode: try fields.choice(wire.mode, "mode"), isRated: wire.rated,
        endedAt: try fields.time(wire.hasEndedAt, wire.endedAt, "ended_at"),
        reason: try fields.choice(wire.reason, "reason"),
        standings: try fields.standings(wire.standings))
      if wire.hasFirst { first = try fields.ordinal(true, wire.first, "first") }
      if wire.hasReplay { replay = try Replay(wire.replay) }
      if wire.hasDetail { detail = try ResultDetail(wire.detail, seats: standings.count) }
    }

    /// Its bytes.
    package var bytes: [UInt8] { encode(wire) }

    var wire: WireWorldResult {
      var wire = WireWorldResult()
      wire.form = UInt32(wire: form)
      wire.room = room
      wire.code = code
      if let first { wire.first = first }
      wire.matchID = matchID
      wire.mode = WireMatchSettings.Mode(mode)
      wire.rated = isRated
      wire.endedAt = endedAt.microseconds
      wire.reason = WireEndReason(reason)
      wire.standings = standings.map(WireStanding.init)
      if let replay { wire.replay = replay.wire }
      if let detail { wire.detail = detail.wire }
      return wire
    }
  }
}

extension WorldRecord.Result.Replay {
  fileprivate init(_ wire: WireWorldReplay) throws(WireError) {
    let fields = Fields("replay")
    try fields.require(wire.hasSettings, "settings")
    try fields.require(wire.hasBase, "base")
    let first = try fields.ordinal(wire.hasFirstSeq, wire.firstSeq, "first_seq")
    let last = try fields.ordinal(wire.hasLastSeq, wire.lastSeq, "last_seq")
    try fields.check(last, "last_seq", in: first...Bounds.seq.upperBound)
    self.init(
      settings: try wire.settings.translated(),
      publicFrom: wire.hasPublicFrom ? ServerTime(microseconds: wire.publicFrom) : nil,
      base: try wire.base.translated(), entries: first...last,
      sessions: try fields.list(wire.sessions, "sessions", limit: Bounds.storedEntries) {
        session throws(WireError) in try fields.name(session, "sessions")
      })
  }

  fileprivate var wire: WireWorldReplay {
    var wire = WireWorldReplay()
    wire.settings = WireMatchSettings(settings)
    if let publicFrom { wire.publicFrom = publicFrom.microseconds }
    wire.base = WireMatchView(base)
    wire.firstSeq = entries.lowerBound
    wire.lastSeq = entries.upperBound
    wire.sessions = sessions
    return wire
  }
}

extension ResultDetail {
  fileprivate init(_ wire: WireWorldResultDetail, seats: Int) throws(WireError) {
    let fields = Fields("detail")
    try fields.check(wire.recall.count, "recall", in: seats...seats)
    self.init(
      theme: try fields.text(wire.theme, "theme"), isPublic: wire.public,
      recall: try fields.list(wire.recall, "recall", limit: SeatIndex.limit) {
        recall throws(WireError) in try recall.translated()
      },
      daily: wire.hasDaily ? try wire.daily.translated() : nil)
  }

  fileprivate var wire: WireWorldResultDetail {
    var wire = WireWorldResultDetail()
    wire.theme = theme
    wire.public = isPublic
    wire.recall = recall.map(WireRecall.init)
    if let daily { wire.daily = WireWorldDailyAttempt(daily) }
    return wire
  }
}

extension WireWorldDailyAttempt {
  fileprivate init(_ attempt: DailyAttempt) {
    day = attempt.day.description
    result = WireDailyResult(attempt.result)
  }

  fileprivate func translated() throws(WireError) -> DailyAttempt {
    let fields = Fields("daily_attempt")
    try fields.require(hasResult, "result")
    return DailyAttempt(day: try fields.day(day, "day"), result: try result.translated())
  }
}
