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

/// A room of four players, and spectators who only watch, driven through the server's core without
/// sockets or threads: its matches are the same however many watch, and in a world of however many
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
    var lastRequest: UInt64 = 0
  }

  private var core: ServerCore
  private let journal = InMemoryJournal()
  private var now = ServerTime(microseconds: 1_000_000)
  private var players: [Player] = []
  private var playerOfActor: [ActorNumber: Int] = [:]
  private var code = ""
  private var lastConnection: UInt64 = 0
  /// The other nodes of the core's world.
  private let neighbours: [NodeID]
  private var script: MatchScript?
  private var moves: [(move: MatchScript.Move, due: ServerTime)] = []
  private var isMeasuring = false
  private(set) var counts = Counts()

  private static let seats = 4

  /// A room with `spectators` that watch it, before its first match; at one of `nodes` of a world, or
  /// with 0 at a server by itself.
  init(spectators: Int, nodes: Int) {
    precondition(spectators >= 0 && nodes >= 0, "Numbers of spectators and nodes are not negative.")
    neighbours = (1..<max(nodes, 1)).map { NodeID(name: "node-\($0)", run: "probe") }
    var limits = ServerLimits()
    limits.process.connections = Self.seats + spectators
    core = ServerCore(
      key: [UInt8](repeating: 7, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "probe")
    if nodes > 0 {
      core.join(as: NodeID(name: "node-0", run: "probe"), at: "wss://node-0:7777", now: now)
      feed(announcements)
    }
    for index in 0..<Self.seats {
      let encoding = WireEncoding.allCases[index % WireEncoding.allCases.count]
      players.append(Player(connection: connect(encoding, name: "Player"), encoding: encoding))
      let settings = MatchSettings(pairs: 12, seats: Self.seats)
      say(
        index == 0
          ? .request(id: RequestID(1), .createRoom(settings))
          : .request(id: RequestID(1), .joinRoom(JoinRoom(code: code, role: .player))), by: index)
      players[index].lastRequest = 1
    }
    for index in 0..<spectators {
      let encoding = WireEncoding.allCases[index % WireEncoding.allCases.count]
      let connection = connect(encoding, name: "Spectator")
      let join = JoinRoom(code: code, role: .spectator)
      feed(
        .received(connection, encoding.encode(.request(id: RequestID(1), .joinRoom(join))), at: now)
      )
    }
    precondition(playerOfActor.count == Self.seats, "Not every player has joined.")
    // Until the players have been told how many watch.
    let begin = now + .seconds(10)
    while let wake = core.nextWake, wake <= begin {
      now = max(now, wake)
      feed(.tick)
    }
    now = begin
  }

  /// Plays until the players have sent `count` intents, with whatever the core does between them.
  func play(_ count: Int) {
    isMeasuring = true
    while counts.inputs < count {
      for move in script?.moves() ?? [] { moves.append((move, max(move.due ?? now, now))) }
      moves.sort { ($0.due, $0.move.seat.rawValue) < ($1.due, $1.move.seat.rawValue) }
      let wake = core.nextWake
      if let first = moves.first, wake.map({ first.due <= $0 }) ?? true {
        moves.removeFirst()
        now = max(now, first.due)
        send(first.move)
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

  private func say(_ message: ClientMessage, by player: Int) {
    feed(
      .received(players[player].connection, players[player].encoding.encode(message), at: now))
  }

  private func send(_ move: MatchScript.Move) {
    guard let view = script?.view, let actor = view.seats[move.seat.rawValue].actor,
      let index = playerOfActor[actor]
    else { return }
    players[index].lastRequest += 1
    let isTurn = view.turn != nil
    say(
      .request(
        id: RequestID(players[index].lastRequest),
        .intent(
          IntentRequest(
            seenSeq: view.seq,
            shownAt: isTurn ? min(now, view.earliestChoice) : nil, pressedAt: isTurn ? now : nil,
            intent: move.intent))), by: index)
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
              connections: players.count, isDraining: false, at: now))
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

  private func read(_ bytes: [UInt8], _ encoding: WireEncoding, _ targets: [ServerConnectionID]) {
    guard let index = players.firstIndex(where: { targets.contains($0.connection) }),
      let message = try? encoding.decodeServerMessage(bytes)
    else { return }
    switch message {
    case .joined(let joined):
      code = joined.code
      if let actor = joined.actor { playerOfActor[actor] = index }
      if script == nil, let base = joined.base {
        script = MatchScript(base: base, pace: .fast, seed: 1) { count in
          [UInt8](repeating: 9, count: count)
        }
      }
      for entry in joined.tail { script?.add(entry) }
    case .entry(let entry):
      guard script?.add(entry) == true else { return }
      for byte in WireEncoding.proto.encode(.entry(entry)) {
        counts.digest = (counts.digest ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    case .refused(_, let refusal):
      preconditionFailure("A player was refused with \(refusal.code.rawValue).")
    default: break
    }
  }
}
