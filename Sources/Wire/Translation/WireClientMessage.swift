// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game
internal import Protocol

extension WireClientMessage {
  init(_ message: ClientMessage) {
    switch message {
    case .hello(let greeting): hello = WireHello(greeting)
    case .prove(let signature): prove.signature = Data(signature)
    case .ping(let probe): ping = WirePing(probe)
    case .listRooms(let watch): listRooms.watch = watch
    case .request(let id, .createRoom(let settings)):
      createRoom.id = id.rawValue
      createRoom.settings = WireMatchSettings(settings)
    case .request(let id, .quickMatch(let quick)): quickMatch = WireQuickMatch(quick, id: id)
    case .request(let id, .joinRoom(let join)): joinRoom = WireJoinRoom(join, id: id)
    case .request(let id, .leaveRoom): leaveRoom.id = id.rawValue
    case .request(let id, .intent(let request)): intent = WireIntent(request, id: id)
    case .react(let kind):
      react.reaction = WireReactionKind(kind)
      if kind.isPhrase { react.phrase = kind.rawValue }
    case .point(let place):
      point = WirePoint()
      if let place { point.place = UInt32(wire: place) }
    case .watching(let count): watching.count = UInt32(wire: count)
    case .leaderboard(let id, let mode):
      leaderboard.id = id.rawValue
      leaderboard.mode = WireMatchSettings.Mode(mode)
    case .replays(let id, let mode):
      replays.id = id.rawValue
      if let mode { replays.mode = WireMatchSettings.Mode(mode) }
    case .daily(let id, let player):
      daily.id = id.rawValue
      if let player { daily.player = player }
    case .profile(let id, let player):
      profile.id = id.rawValue
      profile.player = player
    case .replay(let id, let matchID):
      replay.id = id.rawValue
      replay.matchID = matchID
    case .unsupported: break
    }
  }

  func translated() throws(WireError) -> ClientMessage {
    switch body {
    case .hello(let hello): return .hello(try hello.translated())
    case .ping(let ping): return .ping(try ping.translated())
    case .listRooms(let list): return .listRooms(watch: list.watch)
    case .createRoom(let create):
      let id = try Fields("create_room").newRequest(create.hasID, create.id, "id")
      return .request(id: id, .createRoom(try create.settings.translated(isAsked: true)))
    case .joinRoom(let join): return try join.translated()
    case .leaveRoom(let leave):
      let id = try Fields("leave_room").newRequest(leave.hasID, leave.id, "id")
      return .request(id: id, .leaveRoom)
    case .intent(let intent): return try intent.translated()
    case .prove(let prove):
      return .prove(signature: try Fields("prove").bytes(prove.signature, "signature"))
    case .quickMatch(let quick): return try quick.translated()
    case .react(let react):
      let fields = Fields("react")
      return .react(
        .kind(
          try fields.choice(react.reaction, "reaction"),
          phrase: try fields.text(react.phrase, "phrase")))
    case .point(let point):
      return .point(place: try Fields("point").place(point.hasPlace, point.place))
    case .watching(let watching):
      return .watching(
        count: try Fields("watching").integer(
          watching.hasCount, watching.count, "count", in: Bounds.count))
    case .leaderboard(let request):
      let fields = Fields("leaderboard")
      return .leaderboard(
        id: try fields.newRequest(request.hasID, request.id, "id"),
        mode: try fields.choice(request.mode, "mode"))
    case .replays(let request):
      let fields = Fields("replays")
      return .replays(
        id: try fields.newRequest(request.hasID, request.id, "id"),
        mode: request.mode == .unspecified ? nil : try fields.choice(request.mode, "mode"))
    case .daily(let request):
      let fields = Fields("daily")
      return .daily(
        id: try fields.newRequest(request.hasID, request.id, "id"),
        player: request.hasPlayer ? try fields.text(request.player, "player") : nil)
    case .profile(let request):
      let fields = Fields("profile")
      try fields.require(!request.player.isEmpty, "player")
      return .profile(
        id: try fields.newRequest(request.hasID, request.id, "id"),
        player: try fields.text(request.player, "player", limit: Profile.longestName))
    case .replay(let request):
      let fields = Fields("replay")
      try fields.require(!request.matchID.isEmpty, "match_id")
      return .replay(
        id: try fields.newRequest(request.hasID, request.id, "id"),
        matchID: try fields.text(request.matchID, "match_id"))
    case nil: return .unsupported(id: nil, name: "")
    }
  }

  /// The request id, if it has one.
  var requestID: RequestID? {
    switch body {
    case .createRoom(let create) where create.hasID: RequestID(create.id)
    case .quickMatch(let quick) where quick.hasID: RequestID(quick.id)
    case .joinRoom(let join) where join.hasID: RequestID(join.id)
    case .leaveRoom(let leave) where leave.hasID: RequestID(leave.id)
    case .intent(let intent) where intent.hasID: RequestID(intent.id)
    case .leaderboard(let request) where request.hasID: RequestID(request.id)
    case .replays(let request) where request.hasID: RequestID(request.id)
    case .replay(let request) where request.hasID: RequestID(request.id)
    case .profile(let request) where request.hasID: RequestID(request.id)
    case .daily(let request) where request.hasID: RequestID(request.id)
    default: nil
    }
  }
}

extension WireHello {
  init(_ hello: Hello) {
    agent = hello.agent
    name = hello.name
    if let token = hello.resumeToken { resumeToken = Data(token) }
    if let key = hello.publicKey { publicKey = Data(key) }
    moves = hello.followsMoves
    room = hello.room ?? ""
  }

  func translated() throws(WireError) -> Hello {
    let fields = Fields("hello")
    return Hello(
      agent: try fields.text(agent, "agent", limit: Bounds.agent),
      name: try fields.text(name, "name", limit: Bounds.askedName),
      resumeToken: hasResumeToken ? try fields.bytes(resumeToken, "resume_token") : nil,
      publicKey: hasPublicKey ? try fields.bytes(publicKey, "public_key") : nil,
      followsMoves: moves, room: room.isEmpty ? nil : try fields.text(room, "room"))
  }
}

extension WirePing {
  init(_ ping: Ping) {
    id = ping.id
    t0 = ping.t0
    if let echo = ping.echo {
      nonce = echo.nonce
      held = echo.held.wholeMicroseconds
    }
  }

  func translated() throws(WireError) -> Ping {
    let fields = Fields("ping")
    try fields.require(hasID, "id")
    try fields.require(hasT0, "t0")
    guard hasNonce || hasHeld else { return Ping(id: id, t0: t0) }
    try fields.require(hasNonce, "nonce")
    let time = try fields.microseconds(hasHeld, held, "held")
    return Ping(id: id, t0: t0, echo: Ping.Echo(nonce: nonce, held: time))
  }
}

extension WireQuickMatch {
  init(_ quick: QuickMatch, id: RequestID) {
    self.id = id.rawValue
    mode = WireMatchSettings.Mode(quick.mode)
    seats = UInt32(wire: quick.seats)
    rated = quick.isRated
  }

  func translated() throws(WireError) -> ClientMessage {
    let fields = Fields("quick_match")
    let number = try fields.newRequest(hasID, id, "id")
    let quick = QuickMatch(
      mode: try fields.choice(mode, "mode"),
      seats: try fields.integer(hasSeats, seats, "seats", in: Bounds.askedUnsigned),
      isRated: rated)
    return .request(id: number, .quickMatch(quick))
  }
}

extension WireJoinRoom {
  init(_ join: JoinRoom, id: RequestID) {
    self.id = id.rawValue
    code = join.code
    role = WireRole(join.role)
    if let room = join.roomID { roomID = room }
    if let seq = join.afterSeq { afterSeq = seq }
  }

  func translated() throws(WireError) -> ClientMessage {
    let fields = Fields("join_room")
    if hasAfterSeq { try fields.require(hasRoomID, "room_id") }
    try fields.require(!code.isEmpty, "code")
    let number = try fields.newRequest(hasID, id, "id")
    let join = JoinRoom(
      code: try fields.text(code, "code"),
      role: try fields.choice(role, "role"),
      roomID: hasRoomID ? try fields.text(roomID, "room_id") : nil,
      afterSeq: hasAfterSeq ? try fields.seq(true, afterSeq, "after_seq") : nil)
    return .request(id: number, .joinRoom(join))
  }
}
