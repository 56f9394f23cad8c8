// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

/// Records of a world, one of each kind.
enum WorldSamples {
  static let step: WorldRecord.Step = {
    var step = WorldRecord.Step(
      code: "K7QF2", expectedLastSeq: 6, entries: [sequence(1, count: 3), sequence(9, count: 2)])
    step.sealed = SealedRecord(matchID: "match", seed: sequence(7, count: 32))
    step.requests = [.init(session: "ana", request: RequestID(4))]
    step.entering = [.init(session: "ana", actor: ActorNumber(1))]
    step.leaving = [ActorNumber(0), ActorNumber(2)]
    step.result = result
    return step
  }()

  static let result: WorldRecord.Result = {
    let time = { ServerTime(microseconds: $0) }
    var result = WorldRecord.Result(
      room: "room", code: "K7QF2", matchID: "match", mode: .memorize, isRated: true,
      endedAt: time(90), reason: .finished,
      standings: [
        Standing(
          rank: 1, seat: SeatIndex(0), player: Player(name: "Ana", id: "ana"), score: 4, pairs: 2)
      ])
    result.first = 12
    result.detail = ResultDetail(
      theme: "food", isPublic: true, recall: [Recall(found: 2, chances: 3)],
      daily: DailyAttempt(
        day: Day(number: 20_784), result: DailyResult(turns: 17, duration: .milliseconds(83_250))))
    result.replay = WorldRecord.Result.Replay(
      settings: MatchSettings(), publicFrom: time(95), base: MatchView(), entries: 3...8,
      sessions: ["ana", "ben"])
    return result
  }()

  static let rooms: [Sample<WorldRecord.Room>] = [
    Sample("opening", room(1, .step(step))),
    Sample("step", room(2, .step(step))),
    Sample(
      "claim",
      room(
        3,
        .claim(
          previous: "a/1", aliveUntil: ServerTime(microseconds: 5),
          at: ServerTime(microseconds: 7)))),
    Sample("release", room(4, .release(to: "b/2", at: ServerTime(microseconds: 8)))),
    Sample("closed", room(5, .closed(at: ServerTime(microseconds: 9)))),
  ]

  static let session = WorldRecord.Session(
    player: Player(name: "Ana", id: "ana"),
    tokenHashes: [sequence(1, count: 32), sequence(2, count: 32)], highest: RequestID(7),
    detachedAt: ServerTime(microseconds: 9),
    quick: .init(request: RequestID(7), code: "K7QF2"))
  static let ban = WorldRecord.Ban(
    target: "key:abc", since: ServerTime(microseconds: 1), until: ServerTime(microseconds: 2),
    reason: "noise")
  static let spectator = WorldRecord.Spectator(session: "eve", firstSeq: 3)
  static let node = WorldRecord.Node(
    id: "a/1", url: "wss://a.example.org", version: "1.2.3", reads: 1, rooms: 4, connections: 9,
    isDraining: true, at: ServerTime(microseconds: 6))
  static let place = WorldRecord.Place(node: "a/1", closedAt: ServerTime(microseconds: 6))
  static let world = WorldRecord.World(
    name: "play", roomStreams: 8, replicas: 3, codeKey: sequence(1, count: 32))
  static let sweep = WorldRecord.Sweep(node: "a/1", at: ServerTime(microseconds: 6))
  static let begunImport = WorldRecord.Import(source: "journal 1f", isFinished: false)

  private static func room(
    _ number: UInt64, _ content: WorldRecord.Room.Content
  ) -> WorldRecord.Room {
    WorldRecord.Room(
      room: "room", node: "a/1", epoch: 2, number: number, first: number == 1 ? nil : 12,
      before: number == 1 ? [] : sequence(3, count: 32), content: content)
  }
}

@Suite("Records of a world", .timeLimit(.minutes(1)))
struct WorldRecordTests {
  @Test("of rooms are the same after encoding and decoding", arguments: WorldSamples.rooms)
  func rooms(_ sample: Sample<WorldRecord.Room>) throws {
    try check(sample.message)
  }

  @Test("of every other kind are the same after encoding and decoding")
  func others() throws {
    try check(WorldSamples.result)
    try check(WorldSamples.session)
    try check(WorldSamples.ban)
    try check(WorldSamples.spectator)
    try check(WorldSamples.node)
    try check(WorldSamples.place)
    try check(WorldSamples.world)
    var hasty = WorldSamples.world
    hasty.restHours = 2
    try check(hasty)
    #expect(hasty.rest == .seconds(7200) && WorldSamples.world.rest == .seconds(30 * 86_400))
    try check(WorldSamples.sweep)
    try check(WorldSamples.begunImport)
    try check(WorldRecord.Import(source: "journal 1f", isFinished: true))
  }

  @Test("are the same without what may be absent")
  func absent() throws {
    var step = WorldRecord.Step(code: "K", expectedLastSeq: 0, entries: [[]])
    step.result = WorldSamples.result
    step.result?.first = nil
    step.result?.replay = nil
    var room = WorldSamples.rooms[0].message
    room.content = .step(step)
    try check(room)
    var result = WorldSamples.result
    result.replay?.publicFrom = nil
    try check(result)
    var session = WorldSamples.session
    session.detachedAt = nil
    try check(session)
    var ban = WorldSamples.ban
    ban.until = nil
    try check(ban)
    try check(WorldRecord.Place(node: "a/1"))
    try check(WorldRecord.Place(node: "a/1", since: 7))
  }

  private func check<Record: WorldRecord.Stored>(_ record: Record) throws {
    #expect(try Record(record.bytes) == record)
  }

  @Test("that cannot be are errors that name what is wrong", arguments: malformedRoomRecords)
  func malformedRooms(_ fault: Fault<WireWorldRoomRecord>) {
    #expect(throws: fault.error) {
      try WorldRecord.Room(WorldRecord.encode(fault.message))
    }
  }

  @Test("that are bytes of nothing are errors")
  func undecodable() {
    func check<Record: WorldRecord.Stored>(_ type: Record.Type) {
      for bytes in [[0xff], [0x0a, 0x7f], []] as [[UInt8]] {
        #expect(throws: WireError.self) { try type.init(bytes) }
      }
    }
    check(WorldRecord.Room.self)
    check(WorldRecord.Result.self)
    check(WorldRecord.Session.self)
    check(WorldRecord.Ban.self)
    check(WorldRecord.Spectator.self)
    check(WorldRecord.Node.self)
    check(WorldRecord.Place.self)
    check(WorldRecord.World.self)
  }

  @Test("that lack a part, or have an impossible one, are errors that name it")
  func malformed() throws {
    typealias Samples = WorldSamples
    var result = try WorldRecord.decode(WireWorldResult.self, Samples.result.bytes)
    result.replay.lastSeq = 2
    expect(
      .outOfRange(field: "replay.last_seq", value: "2", allowed: "3...\(Int64.max)"),
      WorldRecord.Result.self, WorldRecord.encode(result))
    result.replay.clearBase()
    expect(
      .missing(field: "replay.base"), WorldRecord.Result.self, WorldRecord.encode(result))
    result.matchID = ""
    expect(
      .missing(field: "result.match_id"), WorldRecord.Result.self, WorldRecord.encode(result))

    var session = try WorldRecord.decode(WireWorldSession.self, Samples.session.bytes)
    session.tokenHashes.append(session.tokenHashes[0])
    expect(
      .tooLong(field: "session.token_hashes", count: 3, limit: 2), WorldRecord.Session.self,
      WorldRecord.encode(session))
    session.clearPlayer()
    expect(
      .missing(field: "session.player"), WorldRecord.Session.self, WorldRecord.encode(session))

    var ban = try WorldRecord.decode(WireWorldBan.self, Samples.ban.bytes)
    ban.reason = String(repeating: "x", count: 801)
    expect(
      .tooLong(field: "ban.reason", count: 801, limit: 800), WorldRecord.Ban.self,
      WorldRecord.encode(ban))
    ban.clearSince()
    expect(.missing(field: "ban.since"), WorldRecord.Ban.self, WorldRecord.encode(ban))

    var spectator = try WorldRecord.decode(WireWorldSpectator.self, Samples.spectator.bytes)
    spectator.clearFirstSeq()
    expect(
      .missing(field: "spectator.first_seq"), WorldRecord.Spectator.self,
      WorldRecord.encode(spectator))

    var node = try WorldRecord.decode(WireWorldNode.self, Samples.node.bytes)
    node.clearAt()
    expect(.missing(field: "node.at"), WorldRecord.Node.self, WorldRecord.encode(node))

    var place = try WorldRecord.decode(WireWorldPlace.self, Samples.place.bytes)
    place.node = ""
    expect(.missing(field: "place.node"), WorldRecord.Place.self, WorldRecord.encode(place))

    var world = try WorldRecord.decode(WireWorldWorld.self, Samples.world.bytes)
    world.roomStreams = 0
    expect(
      .outOfRange(field: "world.room_streams", value: "0", allowed: "1...64"),
      WorldRecord.World.self, WorldRecord.encode(world))
    world.roomStreams = 1
    world.restHours = 0
    expect(
      .outOfRange(field: "world.rest_hours", value: "0", allowed: "1...87600"),
      WorldRecord.World.self, WorldRecord.encode(world))
    world.restHours = 1
    world.codeKey.removeLast()
    expect(
      .outOfRange(field: "world.code_key", value: "31", allowed: "32...32"),
      WorldRecord.World.self, WorldRecord.encode(world))
    world.form = 2
    expect(
      .outOfRange(field: "world.form", value: "2", allowed: "1...1"), WorldRecord.World.self,
      WorldRecord.encode(world))
  }

  private func expect<Record: WorldRecord.Stored>(
    _ error: WireError, _ type: Record.Type, _ bytes: [UInt8]
  ) {
    #expect(throws: error) { try type.init(bytes) }
  }
}

/// Records of rooms with one thing wrong each.
let malformedRoomRecords: [Fault<WireWorldRoomRecord>] = [
  roomFault("step", .missing(field: "room_record.form")) { $0.clearForm() },
  roomFault(
    "step", .outOfRange(field: "room_record.form", value: "2", allowed: "1...1")
  ) { $0.form = 2 },
  roomFault("step", .missing(field: "room_record.content")) { $0.content = nil },
  roomFault("step", .missing(field: "room_record.room")) { $0.room = "" },
  roomFault("step", .missing(field: "room_record.node")) { $0.node = "" },
  roomFault("step", .tooLong(field: "room_record.node", count: 129, limit: 128)) {
    $0.node = String(repeating: "x", count: 129)
  },
  roomFault(
    "step", .outOfRange(field: "room_record.epoch", value: "0", allowed: "1...\(Int64.max)")
  ) { $0.epoch = 0 },
  roomFault("step", .missing(field: "room_record.number")) { $0.clearNumber() },
  roomFault("opening", numberFault(1)) { $0.first = 12 },
  roomFault("step", numberFault(2)) { $0.clearFirst() },
  roomFault("step", numberFault(2)) { $0.before.removeLast() },
  roomFault("step", .missing(field: "step.code")) { $0.step.code = "" },
  roomFault("step", .missing(field: "step.entries")) { $0.step.entries = [] },
  roomFault("step", .tooLong(field: "step.entries", count: 4097, limit: 4096)) {
    $0.step.entries = Array(repeating: $0.step.entries[0], count: 4097)
  },
  roomFault("step", .missing(field: "step.expected_last_seq")) {
    $0.step.clearExpectedLastSeq()
  },
  roomFault("step", .missing(field: "origin.request")) { $0.step.requests[0].clearRequest() },
  roomFault("step", .missing(field: "membership.session")) {
    $0.step.entering[0].session = ""
  },
  roomFault("step", .missing(field: "membership.actor")) { $0.step.entering[0].clearActor() },
  roomFault("step", .missing(field: "result.reason")) {
    $0.step.result.reason = .unspecified
  },
  roomFault("step", .tooLong(field: "sealed.seed", count: 65, limit: 64)) {
    $0.step.sealed.seed.append(contentsOf: sequence(0, count: 33))
  },
  roomFault("claim", .missing(field: "claim.previous")) { $0.claim.previous = "" },
  roomFault("claim", .missing(field: "claim.alive_until")) { $0.claim.clearAliveUntil() },
  roomFault("claim", .missing(field: "claim.at")) { $0.claim.clearAt() },
  roomFault("release", .missing(field: "release.to")) { $0.release.to = "" },
  roomFault("release", .missing(field: "release.at")) { $0.release.clearAt() },
  roomFault("closed", .missing(field: "closed.at")) { $0.closed.clearAt() },
]

private func numberFault(_ number: Int) -> WireError {
  .outOfRange(
    field: "room_record.number", value: "\(number)",
    allowed: "1 with neither first nor before, more with both")
}

private func roomFault(
  _ name: String, _ error: WireError, _ change: (inout WireWorldRoomRecord) -> Void
) -> Fault<WireWorldRoomRecord> {
  guard let sample = WorldSamples.rooms.first(where: { $0.name == name }),
    var message = try? WorldRecord.decode(WireWorldRoomRecord.self, sample.message.bytes)
  else { preconditionFailure("There is no sample of \(name).") }
  change(&message)
  return Fault(message: message, error: error)
}
