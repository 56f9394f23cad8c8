// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Game
internal import Protocol

extension WireServerMessage {
  init(_ message: ServerMessage) {
    switch message {
    case .welcome(let greeting): welcome = WireWelcome(greeting)
    case .pong(let answer): pong = WirePong(answer)
    case .rooms(let update): rooms = WireRooms(update)
    case .joined(let membership): joined = WireJoined(membership)
    case .entry(let content): entry = WireEntry(content)
    case .refused(let id, let refusal): refused = WireRefused(id: id, refusal)
    case .presence(let seats): presence.seats = seats.map(WireSeatPresence.init)
    case .reaction(let actor, let kind):
      // No member has 0.
      reaction.actor = actor?.rawValue ?? 0
      reaction.reaction = WireReactionKind(kind)
      if kind.isPhrase { reaction.phrase = kind.rawValue }
    case .pointing(let actor, let place):
      pointing.actor = actor.rawValue
      if let place { pointing.place = UInt32(wire: place) }
    case .audience(let count): audience.count = UInt32(wire: count)
    case .left(let id, let code):
      if let id { left.id = id.rawValue }
      left.code = code
    case .closing(let notice): closing = WireClosing(notice)
    case .leaderboard(let best): leaderboard = WireLeaderboard(best)
    case .profile(let known): profile = WireProfile(known)
    case .daily(let deals): daily = WireDaily(deals)
    case .replays(let id, let matches):
      replays.id = id.rawValue
      replays.replays = matches.map(WireReplaySummary.init)
    case .replay(let match): replay = WireReplay(match)
    case .notice(let text): notice.text = text
    case .moved(let move): moved = WireMoved(move)
    case .moving(let url): moving.url = url
    case .unrecognized: break
    }
  }

  func translated() throws(WireError) -> ServerMessage {
    switch body {
    case .welcome(let welcome): return .welcome(try welcome.translated())
    case .pong(let pong): return .pong(try pong.translated())
    case .rooms(let rooms): return .rooms(try rooms.translated())
    case .joined(let joined): return .joined(try joined.translated())
    case .entry(let entry): return .entry(try entry.translated())
    case .refused(let refused): return try refused.translated()
    case .presence(let presence):
      let seats = try Fields("presence").list(
        presence.seats, "seats", limit: SeatIndex.limit
      ) { seat throws(WireError) in try seat.translated() }
      return .presence(seats)
    case .pointing(let pointing):
      let fields = Fields("pointing")
      return .pointing(
        actor: try fields.actor(pointing.hasActor, pointing.actor, "actor"),
        place: try fields.place(pointing.hasPlace, pointing.place))
    case .audience(let audience):
      let count = try Fields("audience").integer(
        audience.hasCount, audience.count, "count", in: Bounds.count)
      return .audience(count: count)
    case .left(let left):
      return .left(
        id: left.hasID ? RequestID(left.id) : nil,
        code: try Fields("left").text(left.code, "code"))
    case .closing(let closing): return .closing(try closing.translated())
    case .reaction(let reaction): return try reaction.translated()
    case .leaderboard(let leaderboard): return .leaderboard(try leaderboard.translated())
    case .profile(let profile): return .profile(try profile.translated())
    case .daily(let daily): return .daily(try daily.translated())
    case .replays(let replays): return try replays.translated()
    case .replay(let replay): return .replay(try replay.translated())
    case .notice(let notice):
      return .notice(try Fields("notice").text(notice.text, "text", limit: Bounds.sentence))
    case .moved(let moved): return .moved(try moved.translated())
    case .moving(let moving): return .moving(url: try Fields("moving").address(moving.url, "url"))
    case nil: return .unrecognized
    }
  }
}

extension WirePong {
  init(_ pong: Pong) {
    id = pong.id
    t0 = pong.t0
    t1 = pong.t1.microseconds
    t2 = pong.t2.microseconds
    nonce = pong.nonce
  }

  func translated() throws(WireError) -> Pong {
    let fields = Fields("pong")
    try fields.require(hasID, "id")
    try fields.require(hasT0, "t0")
    try fields.require(hasNonce, "nonce")
    return Pong(
      id: id, t0: t0,
      t1: try fields.time(hasT1, t1, "t1"),
      t2: try fields.time(hasT2, t2, "t2"),
      nonce: nonce)
  }
}

extension WireReaction {
  func translated() throws(WireError) -> ServerMessage {
    let fields = Fields("reaction")
    let actor = try fields.actor(hasActor, actor, "actor")
    let kind = ReactionKind.kind(
      try fields.choice(reaction, "reaction"), phrase: try fields.text(phrase, "phrase"))
    return .reaction(actor: actor.rawValue == 0 ? nil : actor, kind)
  }
}

extension WireSeatPresence {
  init(_ presence: SeatPresence) {
    seat = UInt32(wire: presence.seat.rawValue)
    connected = presence.isConnected
  }

  func translated() throws(WireError) -> SeatPresence {
    SeatPresence(
      seat: try Fields("seat_presence").seat(hasSeat, seat, "seat"), isConnected: connected)
  }
}

extension WireMoved {
  init(_ moved: Moved) {
    if let id = moved.id { self.id = id.rawValue }
    code = moved.code
    url = moved.url
  }

  func translated() throws(WireError) -> Moved {
    let fields = Fields("moved")
    return Moved(
      id: hasID ? RequestID(id) : nil,
      code: try fields.text(code, "code"),
      url: try fields.address(url, "url"))
  }
}

extension WireClosing {
  init(_ closing: Closing) {
    code = closing.code
    if let delay = closing.retryAfter { retryAfterMs = Int32(wire: delay.wholeMilliseconds) }
    reason = closing.reason
  }

  func translated() throws(WireError) -> Closing {
    let fields = Fields("closing")
    return Closing(
      code: try fields.text(code, "code"),
      retryAfter: hasRetryAfterMs
        ? try fields.milliseconds(true, retryAfterMs, "retry_after_ms") : nil,
      reason: try fields.text(reason, "reason", limit: Bounds.sentence))
  }
}
