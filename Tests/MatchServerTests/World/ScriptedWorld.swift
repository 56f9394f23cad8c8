// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import LibWebSockets
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

/// Nodes of one world with scripted peers, over a simulated stream and a manual clock.
final class ScriptedWorld {
  /// A node: a server core and its journal.
  final class Node {
    let id: NodeID
    let journal: SimulatedNodeJournal
    var core: ServerCore
    var topics = TopicSubscribers()
    /// Whether the process lives.
    var isAlive = true
    /// Whether other nodes reach it.
    var isReachable = true
    var received: [ServerConnectionID: [ServerMessage]] = [:]
    var answers: [AdminRequestID: AdminAnswer] = [:]
    var isDrained = false

    init(_ id: NodeID, _ journal: SimulatedNodeJournal, _ core: ServerCore) {
      (self.id, self.journal, self.core) = (id, journal, core)
    }
  }

  /// A client's connection to a node.
  struct Line {
    let node: Int
    let connection: ServerConnectionID
  }

  private(set) var nodes: [Node] = []
  private let stream: SimulatedStream
  private(set) var now = ServerTime(microseconds: 1_000_000_000)
  /// Whether messages between nodes get lost.
  var losesMessages = false
  /// How often a node was told that it was handed a room, whether or not that arrived.
  private(set) var handovers = 0
  /// How often a journal was told that its node has let a room go.
  private(set) var letGo = 0
  private var lastConnection: UInt64 = 0
  private var lastRequest: UInt64 = 0
  /// How far each node's clock is ahead.
  private let offsets: [Duration]
  /// What follows the host in the nodes' addresses.
  private let path: String

  /// A world of nodes `n0`, `n1` ..., settled: each knows the others and may claim.
  init(count: Int, offsets: [Duration] = [], path: String = "") {
    stream = SimulatedStream(seed: 1, now: now)
    self.offsets = offsets
    self.path = path
    for number in 0..<count { start("n\(number)") }
    pass(.seconds(4))
  }

  /// A world of two nodes, with a room of Ada's at the first.
  static func withRoom(
    _ settings: MatchSettings = MatchSettings()
  ) throws -> (world: ScriptedWorld, ada: Line, joined: Joined) {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0)
    world.ask(.createRoom(settings), over: ada)
    return (world, ada, try #require(world.joined(ada)))
  }

  /// Starts a node, or another run of it.
  func start(_ name: String) {
    let id = NodeID(name: name, run: "r\(nodes.count)")
    let journal = SimulatedNodeJournal(id, on: stream)
    var core = ServerCore(
      key: [UInt8](repeating: UInt8(nodes.count + 1), count: 32), dealer: .fair(.openSSL),
      version: "test")
    var contents = JournalContents()
    contents.lobby.codeKey = [UInt8](repeating: 9, count: 32)
    let number = nodes.count
    _ = core.restore(contents, now: time(of: number))
    core.join(as: id, at: "ws://\(name).example\(path)", now: time(of: number))
    let node = Node(id, journal, core)
    nodes.append(node)
    journal.onResults = { [unowned self] in feed(.results($0), to: number) }
    journal.onBans = { [unowned self] in feed(.bans($0), to: number) }
    journal.onNodes = { [unowned self] in feed(.world(.nodes($0)), to: number) }
    journal.onPlaces = { [unowned self] in feed(.world(.places($0)), to: number) }
  }

  /// A node's process ends without a word.
  func kill(_ number: Int) {
    nodes[number].isAlive = false
    nodes[number].journal.stop()
  }

  /// Lets time pass, and everything happen that is due.
  func pass(_ duration: Duration) {
    let end = now + duration
    while true {
      var next = stream.nextInstant.map { min($0, end) } ?? end
      for (number, node) in nodes.enumerated() where node.isAlive {
        if let wake = node.core.nextWake { next = min(next, wake - offset(of: number)) }
      }
      now = max(now, next)
      stream.proceed(to: now)
      for (number, node) in nodes.enumerated() where node.isAlive {
        if let wake = node.core.nextWake, wake <= time(of: number) { feed(.tick, to: number) }
      }
      let isIdle = stream.nextInstant.map { $0 > now } ?? true
      if now >= end, isIdle { return }
    }
  }

  private func offset(of number: Int) -> Duration {
    offsets.indices.contains(number) ? offsets[number] : .zero
  }

  private func time(of number: Int) -> ServerTime { now + offset(of: number) }

  // MARK: Clients

  /// Connects to a node and says hello.
  func open(
    _ name: String, at node: Int, token: [UInt8]? = nil, follows: Bool = true,
    in room: String? = nil, publicKey: [UInt8]? = nil
  ) -> Line {
    lastConnection += 1
    let line = Line(node: node, connection: ServerConnectionID(lastConnection))
    feed(.opened(line.connection, .proto), to: node)
    say(
      .hello(
        Hello(
          agent: "test", name: name, resumeToken: token, publicKey: publicKey,
          followsMoves: follows, room: room)),
      over: line)
    pass(.milliseconds(20))
    return line
  }

  /// A client sends a message.
  func say(_ message: ClientMessage, over line: Line) {
    feed(
      .received(line.connection, WireEncoding.proto.encode(message), at: time(of: line.node)),
      to: line.node)
  }

  /// A client asks for something, and everything due in the next 20 ms happens; the request's number.
  @discardableResult
  func ask(_ request: RoomRequest, over line: Line, id: RequestID? = nil) -> RequestID {
    if id == nil { lastRequest += 1 }
    let id = id ?? RequestID(lastRequest)
    say(.request(id: id, request), over: line)
    pass(.milliseconds(20))
    return id
  }

  /// A client's connection is gone.
  func close(_ line: Line) { feed(.closed(line.connection), to: line.node) }

  /// What was sent over a connection.
  func received(_ line: Line) -> [ServerMessage] {
    nodes[line.node].received[line.connection] ?? []
  }

  /// The last of the messages over a connection that `body` takes.
  func last<Value>(_ line: Line, _ body: (ServerMessage) -> Value?) -> Value? {
    received(line).compactMap(body).last
  }

  func token(_ line: Line) -> [UInt8]? {
    last(line) { if case .welcome(let welcome) = $0 { welcome.resumeToken } else { nil } }
  }

  func sessionID(_ line: Line) -> String? {
    last(line) { if case .welcome(let welcome) = $0 { welcome.sessionID } else { nil } }
  }

  func joined(_ line: Line) -> Joined? {
    last(line) { if case .joined(let joined) = $0 { joined } else { nil } }
  }

  func moved(_ line: Line) -> Moved? {
    last(line) { if case .moved(let moved) = $0 { moved } else { nil } }
  }

  func refusal(_ line: Line) -> Refusal? {
    last(line) { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }

  func closing(_ line: Line) -> Closing? {
    last(line) { if case .closing(let closing) = $0 { closing } else { nil } }
  }

  func rooms(_ line: Line) -> RoomsUpdate? {
    last(line) { if case .rooms(let update) = $0 { update } else { nil } }
  }

  /// Cuts a node off from the journal, and from the other nodes, for a while.
  func cut(_ number: Int, for time: Duration) {
    nodes[number].journal.cut(until: now + time)
    nodes[number].isReachable = false
  }

  /// The store refuses everything for a while.
  func loseLeader(for time: Duration) { stream.loseLeader(until: now + time) }

  /// The operator asks a node something.
  func admin(_ request: AdminRequest, at number: Int) -> AdminAnswer {
    lastRequest += 1
    let id = AdminRequestID(lastRequest)
    feed(.admin(request, id), to: number)
    return nodes[number].answers[id] ?? []
  }

  /// What a node remembers was written back to the journal.
  func refill(_ number: Int, _ report: RefillReport) {
    feed(.world(.refilled(report)), to: number)
  }

  // MARK: Inside

  private func feed(_ input: ServerInput, to number: Int) {
    let node = nodes[number]
    guard node.isAlive else { return }
    for output in node.core.handle(input, now: time(of: number)) { perform(output, of: number) }
  }

  private func perform(_ wanted: ServerOutput, of number: Int) {
    let node = nodes[number]
    guard let output = node.topics.resolve(wanted) else { return }
    switch output {
    case .send(let bytes, let encoding, let targets):
      guard let message = try? encoding.decodeServerMessage(bytes) else { return }
      for target in targets { node.received[target, default: []].append(message) }
    case .append(let records):
      node.journal.append(records) { [unowned self] in feed(.journalled($0), to: number) }
    case .register(let records):
      node.journal.put(records) { [unowned self] in feed(.registered($0), to: number) }
    case .fetch(let session, let id):
      node.journal.get(session) { [unowned self] in feed(.fetched($0, for: id), to: number) }
    case .query(let query):
      node.journal.query(query) { [unowned self] in feed(.found($0, for: query), to: number) }
    case .world(let request): perform(request, of: number)
    case .close(let connection, _, _): feed(.closed(connection), to: number)
    case .admin(let answer, let id): node.answers[id] = answer
    case .drained: node.isDrained = true
    case .damaged(let loss): preconditionFailure("A room was lost: \(loss.problem)")
    case .chase, .suspect, .keep, .owner: break
    case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
    }
  }

  private func perform(_ request: WorldRequest, of number: Int) {
    let node = nodes[number]
    switch request {
    case .claim(let claim):
      node.journal.claim(claim) { [unowned self] in
        feed(.world(.claimed(claim.code, $0)), to: number)
      }
    case .release(let room, let destination):
      node.journal.release(room, to: destination) { [unowned self] in
        feed(.world(.released(room, $0)), to: number)
      }
    case .letGo(let room):
      letGo += 1
      node.journal.letGo(room)
    case .announce(let record):
      node.journal.announce(record) { [unowned self] in
        feed(.world(.announced($0)), to: number)
      }
    case .ping(let other):
      let answer: PingOutcome
      if let index = nodes.firstIndex(where: { $0.id == other }), nodes[index].isAlive {
        let isHeard = nodes[index].isReachable && node.isReachable
        answer = isHeard ? .answered(at: time(of: index), took: .zero) : .silent
      } else {
        answer = node.isReachable ? .nobody : .silent
      }
      feed(.world(.pinged(other, answer)), to: number)
    case .tell(let message, let target):
      if case .handedOver = message { handovers += 1 }
      guard !losesMessages else { return }
      for index in nodes.indices where index != number && nodes[index].isReachable {
        if let target, nodes[index].id != target { continue }
        feed(.world(.told(message, by: node.id)), to: index)
      }
    }
  }
}

extension RoomRequest {
  /// Takes a seat in the room with a code.
  static func join(_ code: String) -> RoomRequest {
    .joinRoom(JoinRoom(code: code, role: .player))
  }
}
