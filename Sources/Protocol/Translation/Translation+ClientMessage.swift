// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game

extension WireClientMessage {
  init(_ message: ClientMessage) {
    switch message {
    case .hello(let greeting): hello = WireHello(greeting)
    case .ping(let probe): ping = WirePing(probe)
    case .listRooms(let watch): listRooms.watch = watch
    case .createRoom(let id, let settings):
      createRoom.id = id.rawValue
      createRoom.settings = WireMatchSettings(settings)
    case .joinRoom(let join): joinRoom = WireJoinRoom(join)
    case .leaveRoom(let id): leaveRoom.id = id.rawValue
    case .intent(let request): intent = WireIntent(request)
    case .unsupported: break
    }
  }

  func translated() throws(WireError) -> ClientMessage {
    switch body {
    case .hello(let hello): return .hello(try hello.translated())
    case .ping(let ping): return .ping(try ping.translated())
    case .listRooms(let list): return .listRooms(watch: list.watch)
    case .createRoom(let create):
      let id = try Fields("create_room").request(create.hasID, create.id, "id")
      return .createRoom(id: id, settings: try create.settings.translated())
    case .joinRoom(let join): return .joinRoom(try join.translated())
    case .leaveRoom(let leave):
      return .leaveRoom(id: try Fields("leave_room").request(leave.hasID, leave.id, "id"))
    case .intent(let intent): return try intent.translated()
    case .prove: return .unsupported(id: nil, name: "prove")
    case .quickMatch(let quick):
      return .unsupported(id: quick.hasID ? RequestID(quick.id) : nil, name: "quick_match")
    case .react: return .unsupported(id: nil, name: "react")
    case .leaderboard(let request):
      return .unsupported(id: request.hasID ? RequestID(request.id) : nil, name: "leaderboard")
    case .replays(let request):
      return .unsupported(id: request.hasID ? RequestID(request.id) : nil, name: "replays")
    case .replay(let request):
      return .unsupported(id: request.hasID ? RequestID(request.id) : nil, name: "replay")
    case nil: return .unsupported(id: nil, name: "")
    }
  }
}

extension WireHello {
  init(_ hello: Hello) {
    agent = hello.agent
    name = hello.name
    if let token = hello.resumeToken { resumeToken = Data(token) }
    if let key = hello.publicKey { publicKey = Data(key) }
  }

  func translated() throws(WireError) -> Hello {
    let fields = Fields("hello")
    return Hello(
      agent: try fields.text(agent, "agent", limit: Bounds.agent),
      name: try fields.text(name, "name", limit: Bounds.name),
      resumeToken: hasResumeToken ? try fields.bytes(resumeToken, "resume_token") : nil,
      publicKey: hasPublicKey ? try fields.bytes(publicKey, "public_key") : nil)
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

extension WireJoinRoom {
  init(_ join: JoinRoom) {
    id = join.id.rawValue
    code = join.code
    role = WireRole(join.role)
    if let room = join.roomID { roomID = room }
    if let seq = join.afterSeq { afterSeq = seq }
  }

  func translated() throws(WireError) -> JoinRoom {
    let fields = Fields("join_room")
    if hasAfterSeq { try fields.require(hasRoomID, "room_id") }
    return JoinRoom(
      id: try fields.request(hasID, id, "id"),
      code: try fields.text(code, "code"),
      role: try fields.choice(role, "role"),
      roomID: hasRoomID ? try fields.text(roomID, "room_id") : nil,
      afterSeq: hasAfterSeq ? try fields.seq(true, afterSeq, "after_seq") : nil)
  }
}
