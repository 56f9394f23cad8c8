// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import Journal
import Lobby
import MatchServer
import Protocol
import Wire

/// Rooms of four players each, and spectators who only watch, driven through the server's core without
/// sockets or threads: the matches are the same however many watch, and in a world of however many
/// nodes.
///
/// The other nodes of a world answer every ping, and announce themselves and a room as this one does.
/// Connections use the two encodings in turn. What the core wants sent is counted.
final class RoomProbe {
  /// What the core was given, and what it wanted sent, once everybody had joined.
  struct Counts: Hashable {
    /// Intents of the players.
    var inputs = 0
    /// Messages to players and other single connections, once for each.
    var sent = 0
    /// Messages published to audiences, once for each audience.
    var published = 0
    /// The bytes of all these messages, encoded once.
    var bytes = 0
    /// A checksum of the entries that the owner received.
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
  }

  private struct Player {
    let connection: ServerConnectionID
    let encoding: WireEncoding
    var lastRequest: UInt64 = 1
  }

  /// A room as its players know it.
  private struct Room {
    var code = ""
    var players: [Player] = []
    var playerOfActor: [ActorNumber: Int] = [:]
    var script: MatchScript?
  }

  /// A move that a player of a room makes.
  private struct Move {
    let room: Int
    let move: MatchScript.Move
    let due: ServerTime
  }

  private var core: ServerCore
  private let journal = InMemoryJournal()
  private var now = ServerTime(microseconds: 1_000_000)
  private var rooms: [Room] = []
  /// Whose connection it is: the room, and the player in it.
  private var owners: [ServerConnectionID: (room: Int, player: Int)] = [:]
  private var lastConnection: UInt64 = 0
  /// The other nodes of the core's world.
  private let neighbours: [NodeID]
  private var moves: [Move] = []
  /// Rooms whose scripts may have a move.
  private var changed: Set<Int> = []
  private var isMeasuring = false
  private(set) var counts = Counts()

  private static let seats = 4

  /// Rooms before their first match.
  ///
  /// - Parameters:
  ///   - rooms: how many; at least 1.
  ///   - spectators: how many watch the first of them.
  ///   - nodes: how many nodes their world has; 0 for a server by itself.
  init(rooms: Int, spectators: Int, nodes: Int) {
    precondition(
      rooms > 0 && spectators >= 0 && nodes >= 0,
      "There is a room; numbers of spectators and nodes are not negative.")
    neighbours = (1..<max(nodes, 1)).map { NodeID(name: "node-\($0)", run: "probe") }
    var limits = ServerLimits()
    limits.process.connections = Self.seats * rooms + spectators
    core = ServerCore(
      key: [UInt8](repeating: 7, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "probe")
    if nodes > 0 {
      core.join(as: NodeID(name: "node-0", run: "probe"), at: "wss://node-0:7777", now: now)
      feed(announcements)
    }
    for room in 0..<rooms { open(room) }
    for index in 0..<spectators {
      let encoding = WireEncoding.allCases[index % WireEncoding.allCases.count]
      let connection = connect(encoding, name: "Spectator")
      let join = JoinRoom(code: self.rooms[0].code, role: .spectator)
      feed(
        .received(connection, encoding.encode(.request(id: RequestID(1), .joinRoom(join))), at: now)
      )
    }
    // Until the players have been told how many watch.
    let begin = now + .seconds(10)
    while let wake = core.nextWake, wake <= begin {
      now = max(now, wake)
      feed(.tick)
    }
    now = begin
  }

  private func open(_ room: Int) {
    rooms.append(Room())
    for index in 0..<Self.seats {
      let encoding = WireEncoding.allCases[index % WireEncoding.allCases.count]
      let connection = connect(encoding, name: "Player")
      owners[connection] = (room, index)
      rooms[room].players.append(Player(connection: connection, encoding: encoding))
      let settings = MatchSettings(pairs: 12, seats: Self.seats)
      let request: RoomRequest =
        index == 0
        ? .createRoom(settings) : .joinRoom(JoinRoom(code: rooms[room].code, role: .player))
      feed(.received(connection, encoding.encode(.request(id: RequestID(1), request)), at: now))
    }
    precondition(rooms[room].playerOfActor.count == Self.seats, "Not every player has joined.")
  }

  /// Plays until the players have sent `count` intents, with whatever the core does between them.
  func play(_ count: Int) {
    isMeasuring = true
    while counts.inputs < count {
      for room in changed {
        let next = rooms[room].script?.moves() ?? []
        moves += next.map { Move(room: room, move: $0, due: max($0.due ?? now, now)) }
      }
      changed = []
      moves.sort {
        ($0.due, $0.room, $0.move.seat.rawValue) < ($1.due, $1.room, $1.move.seat.rawValue)
      }
      let wake = core.nextWake
      if let first = moves.first, wake.map({ first.due <= $0 }) ?? true {
        moves.removeFirst()
        now = max(now, first.due)
        send(first)
      } else {
        guard let wake else { preconditionFailure("There is nothing to wait for.") }
        now = max(now, wake)
        feed(.tick)
      }
    }
    isMeasuring = false
  }

  private func connect(_ encoding: WireEncoding, name: String) -> ServerConnectionID {
    lastConnection += 1
    let connection = ServerConnectionID(lastConnection)
    feed(.opened(connection, encoding))
    let hello = ClientMessage.hello(Hello(agent: "facedown-lab", name: name))
    feed(.received(connection, encoding.encode(hello), at: now))
    return connection
  }

  private func send(_ move: Move) {
    guard let view = rooms[move.room].script?.view,
      let actor = view.seats[move.move.seat.rawValue].actor,
      let index = rooms[move.room].playerOfActor[actor]
    else { return }
    rooms[move.room].players[index].lastRequest += 1
    let player = rooms[move.room].players[index]
    let isTurn = view.turn != nil
    let message = ClientMessage.request(
      id: RequestID(player.lastRequest),
      .intent(
        IntentRequest(
          seenSeq: view.seq,
          shownAt: isTurn ? min(now, view.earliestChoice) : nil, pressedAt: isTurn ? now : nil,
          intent: move.move.intent)))
    feed(.received(player.connection, player.encoding.encode(message), at: now))
    counts.inputs += 1
  }

  /// Feeds an input to the core, and then what the journal answers.
  private func feed(_ input: ServerInput) {
    var inputs = [input]
    while !inputs.isEmpty {
      let outputs = isMeasuring ? measured(inputs.removeFirst()) : handle(inputs.removeFirst())
      for output in outputs {
        switch output {
        case .send(let bytes, let encoding, let targets): read(bytes, encoding, targets)
        case .append(let records): journal.append(records) { inputs.append(.journalled($0)) }
        case .register(let records): journal.put(records) { inputs.append(.registered($0)) }
        case .world(let request): inputs += answers(to: request)
        default: break
        }
      }
    }
  }

  /// What the other nodes tell about themselves.
  private var announcements: ServerInput {
    .world(
      .nodes(
        neighbours.map { node in
          .present(
            NodeRecord(
              id: node, url: "wss://\(node.name):7777", version: "probe", rooms: 1,
              connections: owners.count, isDraining: false, at: now))
        }))
  }

  /// What the world answers, and what the other nodes do as this one does.
  private func answers(to request: WorldRequest) -> [ServerInput] {
    switch request {
    case .announce: [.world(.announced(true)), announcements]
    case .ping(let node): [.world(.pinged(node, .answered(at: now, took: .milliseconds(1))))]
    case .tell(.rooms(let update), to: nil):
      neighbours.map { node in
        var theirs = update
        for index in theirs.rooms.indices { theirs.rooms[index].code = node.name }
        return .world(.told(.rooms(theirs), by: node))
      }
    case .tell: []
    case .claim, .release, .letGo: preconditionFailure("The room stays where it is.")
    }
  }

  /// What `scripts/bench input` counts the instructions of, by this name.
  @inline(never)
  private func measured(_ input: ServerInput) -> [ServerOutput] {
    let outputs = core.handle(input, now: now)
    for output in outputs {
      switch output {
      case .send(let bytes, _, let targets):
        counts.sent += targets.count
        counts.bytes += bytes.count
      case .publish(let bytes, _):
        counts.published += 1
        counts.bytes += bytes.count
      default: break
      }
    }
    return outputs
  }

  private func handle(_ input: ServerInput) -> [ServerOutput] { core.handle(input, now: now) }

  /// Reads what one player of a room is sent.
  private func read(
    _ bytes: [UInt8], _ encoding: WireEncoding, _ targets: [ServerConnectionID]
  ) {
    guard let (room, player) = targets.lazy.compactMap({ self.owners[$0] }).first,
      let message = try? encoding.decodeServerMessage(bytes)
    else { return }
    switch message {
    case .joined(let joined):
      rooms[room].code = joined.code
      if let actor = joined.actor { rooms[room].playerOfActor[actor] = player }
      if rooms[room].script == nil, let base = joined.base {
        rooms[room].script = MatchScript(base: base, pace: .fast, seed: UInt64(room) + 1) { count in
          [UInt8](repeating: 9, count: count)
        }
      }
      for entry in joined.tail { rooms[room].script?.add(entry) }
      changed.insert(room)
    case .entry(let entry):
      guard rooms[room].script?.add(entry) == true else { return }
      changed.insert(room)
      for byte in WireEncoding.proto.encode(.entry(entry)) {
        counts.digest = (counts.digest ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    case .refused(_, let refusal):
      preconditionFailure("A player was refused with \(refusal.code.rawValue).")
    default: break
    }
  }
}
