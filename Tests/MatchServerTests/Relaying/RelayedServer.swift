// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Lobby
import MatchClient
import Protocol
import SocketClient
import Wire

@testable import MatchServer

/// A server and a relay of it, both scripted, with the relay's clients between them; messages arrive
/// at once.
struct RelayedServer {
  /// One of the relay's clients.
  private struct Client {
    var core: ClientCore
    var connection = ServerConnectionID(0)
    var number: ConnectionNumber?
    /// How many of the owner's messages it has received over its connection.
    var heard = 0
  }

  private(set) var owner: ScriptedServer
  var relay: ScriptedServer
  /// The relay's name.
  let name: String
  /// The key that it proves to its owner; nil for none.
  private let key: Ed25519PrivateKey?
  /// Why the owner counts it as one spectator.
  private(set) var disbeliefs: [Refusal] = []
  private var conversation: OwnerConversation
  private var main: Client
  private var rooms: [RoomID: (client: Client, follower: RoomFollower)] = [:]
  private var followedInOrder: [RoomID] = []
  private var asked = 0
  private var lastConnection: UInt64 = 10_000
  private var elapsed = Duration.zero
  /// Whether the relay's connections are cut and stay so.
  var isCut = false
  /// Why the relay's own client has ended.
  private(set) var problem: RelayProblem?

  /// A relay that has reached its owner.
  ///
  /// - Parameters:
  ///   - dealer: where the owner's decks come from.
  ///   - owner: the owner; nil for a new one.
  ///   - key: the key that it proves; nil for none.
  ///   - isTrusted: whether the owner believes a relay with this key.
  init(
    dealer: Dealer = .fair(.openSSL), owner: ScriptedServer? = nil,
    key: Ed25519PrivateKey? = nil, isTrusted: Bool = true
  ) {
    self.key = key
    self.owner = owner ?? ScriptedServer(dealer: dealer)
    if let key {
      self.owner.names = [Self.ownersName]
      if isTrusted { self.owner.trust(key) }
    }
    let (relay, name) = ScriptedServer.relay(of: "ws://play.example.org")
    self.relay = relay
    self.name = name
    conversation = OwnerConversation(for: name)
    main = Client(core: Self.core(1))
    let outputs = main.core.handle(.start(home: nil), now: local)
    carryOut(outputs, by: .start(home: nil), at: nil)
    pass(.seconds(3))
  }

  /// The name under which the relay dials its owner.
  static let ownersName = ServerName(host: "play.example.org", port: 443)

  private static func core(_ seed: UInt8, _ identity: PublicIdentity? = nil) -> ClientCore {
    ClientCore(
      agent: "facedown-relay/test", name: "Relay", identity: identity,
      reconnectPolicy: ReconnectPolicy(), seed: 1, key: [UInt8](repeating: seed, count: 32),
      hashing: .openSSL)
  }

  private var identity: ClientIdentity? {
    key.map { ClientIdentity(key: $0, server: Self.ownersName) }
  }

  private var local: LocalTime { LocalTime(microseconds: 7_000_000) + elapsed }

  /// Has the owner do something, and everyone hear of it.
  mutating func atOwner<Result>(_ body: (inout ScriptedServer) -> Result) -> Result {
    let result = body(&owner)
    settle()
    return result
  }

  /// Has the relay do something, and everyone hear of it.
  mutating func atRelay<Result>(_ body: (inout ScriptedServer) -> Result) -> Result {
    let result = body(&relay)
    settle()
    return result
  }

  /// Lets time pass.
  mutating func pass(_ duration: Duration) {
    let end = elapsed + duration
    while elapsed < end {
      elapsed += .milliseconds(20)
      owner.pass(.milliseconds(20))
      relay.pass(.milliseconds(20))
      tick(nil)
      for room in followedInOrder { tick(room) }
      settle()
    }
  }

  /// Cuts the relay's connections to the owner.
  mutating func cut() {
    isCut = true
    for place in [nil] + followedInOrder.map(Optional.some) {
      guard let client = client(place), let number = client.number else { continue }
      owner.feed(.closed(client.connection))
      handle(.ended(number, mayRetry: true), place)
    }
    settle()
  }

  // MARK: Inside

  private func client(_ room: RoomID?) -> Client? { room.map { rooms[$0]?.client } ?? main }

  private mutating func tick(_ room: RoomID?) {
    guard let wake = client(room)?.core.nextWake, wake <= local else { return }
    handle(.tick, room)
  }

  /// Passes messages on until nobody has any more to say.
  private mutating func settle() {
    var isBusy = true
    while isBusy {
      isBusy = false
      while asked < relay.ownerOutputs.count {
        asked += 1
        perform(relay.ownerOutputs[asked - 1])
        isBusy = true
      }
      for place in [nil] + followedInOrder.map(Optional.some) {
        guard let client = client(place), let number = client.number else { continue }
        let messages = owner.received[client.connection] ?? []
        guard client.heard < messages.count else { continue }
        isBusy = true
        change(place) { $0.heard += 1 }
        handle(.received(number, messages[client.heard]), place)
      }
    }
  }

  private mutating func perform(_ output: OwnerOutput) {
    switch output {
    case .follow(let room, let code):
      rooms[room] = (
        Client(
          core: Self.core(
            UInt8(truncatingIfNeeded: rooms.count + 2), identity?.publicIdentity)),
        RoomFollower(for: name, in: code, hasKey: key != nil)
      )
      followedInOrder.append(room)
      handle(.start(home: nil), room)
    case .unfollow(let room): drop(room)
    case .react(let room, let kind): handle(.command(.react(kind)), room)
    case .ask(let question): handle(.command(conversation.ask(question)), nil)
    case .watching(let room, let count):
      guard let core = rooms[room]?.client.core,
        let step = rooms[room]?.follower.count(count, of: core)
      else { return }
      for news in step.news { relay.feed(.owner(news.input(for: room))) }
      for command in step.commands { handle(.command(command), room) }
    }
  }

  private mutating func drop(_ room: RoomID) {
    guard let client = rooms.removeValue(forKey: room)?.client else { return }
    followedInOrder.removeAll { $0 == room }
    if client.number != nil { owner.feed(.closed(client.connection)) }
  }

  private mutating func change(_ room: RoomID?, _ body: (inout Client) -> Void) {
    guard let room else { return body(&main) }
    guard var followed = rooms[room] else { return }
    body(&followed.client)
    rooms[room] = followed
  }

  private mutating func handle(_ input: ClientInput, _ room: RoomID?) {
    var outputs: [ClientOutput] = []
    let now = local
    change(room) { outputs = $0.core.handle(input, now: now) }
    carryOut(outputs, by: input, at: room)
  }

  private mutating func carryOut(
    _ outputs: [ClientOutput], by input: ClientInput, at room: RoomID?
  ) {
    guard let client = client(room) else { return }
    var commands: [ClientCommand] = []
    if let room {
      guard let step = rooms[room]?.follower.look(at: outputs, of: client.core) else { return }
      for news in step.news { relay.feed(.owner(news.input(for: room))) }
      commands = step.commands
      if let disbelief = step.disbelief { disbeliefs.append(disbelief) }
      if step.isOver { return drop(room) }
    } else {
      let step = conversation.look(
        at: input, outputs, of: client.core, now: local, own: relay.now)
      for input in step.inputs { relay.feed(.owner(input)) }
      commands = step.commands
      problem = problem ?? step.problem
    }
    for output in outputs {
      switch output {
      case .dial(let number, _): dial(number, room)
      case .hangUp: change(room) { $0.number = nil }
      case .send(let message, _):
        guard let connection = self.client(room)?.connection else { continue }
        owner.say(message, over: connection)
      case .sign(let statement, let number):
        guard let identity else { continue }
        handle(identity.sign(statement, over: number), room)
      case .event: continue
      }
    }
    for command in commands { handle(.command(command), room) }
  }

  private mutating func dial(_ number: ConnectionNumber, _ room: RoomID?) {
    guard !isCut else { return handle(.ended(number, mayRetry: true), room) }
    lastConnection += 1
    let connection = ServerConnectionID(lastConnection)
    owner.feed(.opened(connection, .proto))
    change(room) {
      $0.connection = connection
      $0.number = number
      $0.heard = 0
    }
    handle(.opened(number), room)
  }
}
