// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import LibWebSockets
import Lobby
import MatchServer
import Protocol
import Wire

/// A server core with scripted peers, a journal that lands at once, and a manual clock.
struct ScriptedServer {
  private(set) var server: ServerCore
  /// The journal; nil to store nothing and land at once.
  private var journal: FaultyJournal?
  private let answers = Answers()
  private var topics = TopicSubscribers()
  private(set) var now = ServerTime(microseconds: 1_000_000_000)
  /// The messages sent to each connection.
  private(set) var received: [ServerConnectionID: [ServerMessage]] = [:]
  /// Answers to admin requests.
  private(set) var adminAnswers: [AdminRequestID: [AdminAnswer]] = [:]
  /// What a relay has asked of its owner, in order.
  private(set) var ownerOutputs: [OwnerOutput] = []
  /// All outputs of the server core.
  private(set) var outputs: [ServerOutput] = []
  /// Whether steps wait until the script lands them.
  var isJournalWaiting = false
  /// Whether what the journal says waits until the script passes it on.
  var isJournalMute = false
  private var waiting: [JournalRecord] = []
  private var lastConnection: UInt64 = 0
  private var lastRequest: UInt64 = 0

  /// What the journal has said and the server core has not heard yet.
  private final class Answers {
    var waiting: [ServerInput] = []
  }

  init(
    journal: FaultyJournal? = nil, limits: ServerLimits = ServerLimits(),
    dealer: Dealer = .fair(.openSSL)
  ) {
    server = ServerCore(
      key: [UInt8](repeating: 3, count: 32), dealer: dealer, limits: limits, version: "test")
    self.journal = journal
    journal?.onResults = { [answers] in answers.waiting.append(.results($0)) }
    journal?.onBans = { [answers] in answers.waiting.append(.bans($0)) }
  }

  /// A relay of a server at this address, and its name.
  static func relay(of owner: String, key: UInt8 = 9) -> (server: ScriptedServer, name: String) {
    var scripted = ScriptedServer()
    scripted.server = ServerCore(
      key: [UInt8](repeating: key, count: 32), dealer: .fair(.openSSL), version: "test")
    let name = scripted.server.relay(of: owner)
    return (scripted, name)
  }

  /// The names under which the server core accepts proofs.
  var names: [ServerName] {
    get { server.names }
    set { server.names = newValue }
  }

  /// Lets a past day's deal be played again.
  mutating func recall(_ past: RecalledDay) { server.recall(past) }

  /// Opens a connection and sends hello.
  mutating func open(
    _ name: String, _ encoding: WireEncoding = .proto, token: [UInt8]? = nil,
    publicKey: [UInt8]? = nil, address: String? = nil
  ) -> ServerConnectionID {
    lastConnection += 1
    let connection = ServerConnectionID(lastConnection)
    feed(.opened(connection, encoding, address: address))
    say(
      .hello(Hello(agent: "test", name: name, resumeToken: token, publicKey: publicKey)),
      over: connection, encoding)
    return connection
  }

  /// A peer sends a message.
  mutating func say(
    _ message: ClientMessage, over connection: ServerConnectionID, _ encoding: WireEncoding = .proto
  ) {
    feed(.received(connection, encoding.encode(message), at: now))
  }

  /// The number of the next request.
  mutating func nextID() -> RequestID {
    lastRequest += 1
    return RequestID(lastRequest)
  }

  /// Opens a room and returns its code.
  mutating func create(_ settings: MatchSettings, over connection: ServerConnectionID) -> String {
    say(.request(id: nextID(), .createRoom(settings)), over: connection)
    return joined(connection)?.code ?? ""
  }

  /// Enters a room.
  mutating func join(
    _ code: String, _ role: Role, room: String? = nil, after seq: UInt64? = nil,
    over connection: ServerConnectionID,
    _ encoding: WireEncoding = .proto
  ) {
    say(
      .request(
        id: nextID(), .joinRoom(JoinRoom(code: code, role: role, roomID: room, afterSeq: seq))),
      over: connection, encoding
    )
  }

  /// Restarts with a new server core restored from the journal; all connections are gone.
  mutating func restart(with contents: JournalContents) {
    server = ServerCore(
      key: [UInt8](repeating: 4, count: 32), dealer: .fair(.openSSL), version: "test")
    topics = TopicSubscribers()
    perform(server.restore(contents, now: now).outputs)
  }

  /// Passes the journal's answers to the server core.
  mutating func hearJournal() {
    while !answers.waiting.isEmpty { feed(answers.waiting.removeFirst()) }
  }

  /// The last welcome sent to a connection.
  func welcome(_ connection: ServerConnectionID) -> Welcome? {
    received[connection]?.compactMap { if case .welcome(let welcome) = $0 { welcome } else { nil } }
      .last
  }

  /// The last closing message sent to a connection.
  func closing(_ connection: ServerConnectionID) -> Closing? {
    received[connection]?.compactMap { if case .closing(let closing) = $0 { closing } else { nil } }
      .last
  }

  /// The connections that were closed, in order.
  var closed: [ServerConnectionID] {
    outputs.compactMap { if case .close(let connection, _, _) = $0 { connection } else { nil } }
  }

  /// Lands everything that waits for the journal, as one group.
  mutating func land() { give(takeWaiting()) }

  /// Takes what waits for the journal.
  mutating func takeWaiting() -> [JournalRecord] {
    defer { waiting = [] }
    return waiting
  }

  private mutating func take(_ records: [JournalRecord]) {
    if isJournalWaiting { waiting += records } else { give(records) }
  }

  /// Gives the journal one group.
  private mutating func give(_ records: [JournalRecord]) {
    guard let journal else { return hear(records.compactMap { $0.outcome(isThere: true) }) }
    journal.write(records) { [answers] in answers.waiting += $0.map(Self.input) }
    if !isJournalMute { hearJournal() }
  }

  /// Passes outcomes to the server core, in their order.
  mutating func hear(_ outcomes: [JournalOutcome]) {
    for outcome in outcomes { feed(Self.input(outcome)) }
  }

  private static func input(_ outcome: JournalOutcome) -> ServerInput {
    switch outcome {
    case .room(let outcome): .journalled([outcome])
    case .registry(let outcome): .registered([outcome])
    }
  }

  /// The number of the last entry a connection was sent.
  func seq(_ connection: ServerConnectionID) -> UInt64 {
    (received[connection] ?? []).reduce(0) { last, message in
      switch message {
      case .entry(let entry): entry.seq
      case .joined(let joined): joined.tail.last?.seq ?? joined.base?.seq ?? last
      default: last
      }
    }
  }

  /// The last joined message sent to a connection.
  func joined(_ connection: ServerConnectionID) -> Joined? {
    received[connection]?.compactMap { if case .joined(let joined) = $0 { joined } else { nil } }
      .last
  }

  /// The last pong a connection was sent.
  func pong(_ connection: ServerConnectionID) -> Pong? {
    received[connection]?.compactMap { if case .pong(let pong) = $0 { pong } else { nil } }.last
  }

  /// The number of messages of a kind sent to a connection.
  func count(_ connection: ServerConnectionID, _ isOfKind: (ServerMessage) -> Bool) -> Int {
    received[connection, default: []].count(where: isOfKind)
  }

  /// The refusals sent over a connection.
  func refusals(_ connection: ServerConnectionID) -> [Refusal] {
    received[connection, default: []].compactMap {
      if case .refused(_, let refusal) = $0 { refusal } else { nil }
    }
  }

  /// The entries sent to a connection as they landed.
  func entries(_ connection: ServerConnectionID) -> [Entry] {
    received[connection, default: []].compactMap {
      if case .entry(let entry) = $0 { entry } else { nil }
    }
  }

  /// The closing messages sent to a connection.
  func closings(_ connection: ServerConnectionID) -> [Closing] {
    received[connection, default: []].compactMap {
      if case .closing(let closing) = $0 { closing } else { nil }
    }
  }

  /// The close codes ordered for a connection.
  func closeCodes(_ connection: ServerConnectionID) -> [UInt16] {
    outputs.compactMap { if case .close(connection, let code, _) = $0 { code } else { nil } }
  }

  /// Lets time pass.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = server.nextWake, wake <= end {
      now = max(now, wake)
      feed(.tick)
    }
    now = end
  }

  /// Passes an input to the server core and carries out its outputs.
  mutating func feed(_ input: ServerInput) {
    perform(server.handle(input, now: now))
  }

  private mutating func perform(_ wanted: [ServerOutput]) {
    for output in wanted {
      outputs.append(output)
      guard let output = topics.resolve(output) else { continue }
      switch output {
      case .send(let bytes, let encoding, let targets):
        guard let message = try? encoding.decodeServerMessage(bytes) else { continue }
        for target in targets { received[target, default: []].append(message) }
      case .append(let records): take(records.map { .room($0) })
      case .register(let records): take(records.map { .registry($0) })
      case .fetch(let session, let id):
        guard let journal else {
          feed(.fetched(.found(nil), for: id))
          continue
        }
        journal.get(session) { [answers] in answers.waiting.append(.fetched($0, for: id)) }
        if !isJournalMute { hearJournal() }
      case .keep(let outages): journal?.keep(outages)
      case .query(let query):
        var found = ReplayAnswer.unknown
        journal?.query(query) { found = $0 }
        feed(.found(found, for: query))
      case .close(_, let code, _):
        precondition(
          CloseCode(rawValue: code).isSendable, "A connection was closed with code \(code).")
      case .world, .damaged: preconditionFailure("A scripted server has no world.")
      case .admin(let answer, let id): adminAnswers[id, default: []].append(answer)
      case .owner(let output): ownerOutputs.append(output)
      case .chase, .suspect, .drained: break
      case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
      }
    }
  }
}
