// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto
import Game
package import LibWebSockets
import Lobby
import Logging
package import MatchClient
import Protocol
import SocketClient
import Wire

/// Where a relay gets its matches.
package struct OwnerAddress: Hashable, Sendable {
  /// The server that decides, or a relay of it.
  package var url: ServerURL
  /// Which certificates it may present.
  package var trust: ConnectOptions.Trust
  /// The key by which it knows the relay; nil if it counts the relay as one spectator.
  package var key: Ed25519PrivateKey?

  /// The server at `url`.
  package init(
    _ url: ServerURL, trust: ConnectOptions.Trust = .system, key: Ed25519PrivateKey? = nil
  ) {
    self.url = url
    self.trust = trust
    self.key = key
  }

  /// The key, to be proven to this server under the name by which it is dialled; nil for none.
  var identity: ClientIdentity? {
    key.map { ClientIdentity(key: $0, server: ServerName(host: url.host, port: url.port)) }
  }
}

/// A relay's connections to the owner: one of its own, and one for each room that is followed,
/// because a session is in one room at a time.
///
/// Confined to the loop's thread.
final class OwnerConnections {
  /// How long it takes until the owner is dialled again after the client has given up.
  static let pause = Duration.seconds(5)
  /// How long the owner may take to welcome the relay at the start.
  static let patience = Duration.seconds(15)

  /// Whether the owner has been reached.
  enum State: Hashable, Sendable {
    case connecting
    case ready
    case failed(RelayProblem)
  }

  private struct Followed {
    let client: SocketClient
    var follower: RoomFollower
  }

  private let owner: OwnerAddress
  private let name: String
  private let loop: EventLoop
  private let clock = LocalClock()
  private let serverTime: () -> ServerTime
  private let feed: (OwnerInput) -> Void
  private let logger: Logger
  private var conversation: OwnerConversation
  private var client: SocketClient?
  private var rooms: [RoomID: Followed] = [:]
  private var timer: LoopTimer?
  /// The outcome of the last attempt to reach the owner.
  private(set) var state = State.connecting
  private var isStopped = false
  /// Whether the log has said that the owner does not believe the relay; once is enough.
  private var isDisbelieved = false

  /// No connections yet.
  ///
  /// - Parameters:
  ///   - owner: the server to follow.
  ///   - name: the relay's name.
  ///   - loop: the event loop of the current thread.
  ///   - logger: where problems are logged.
  ///   - serverTime: the relay's own time.
  ///   - feed: takes what the owner says.
  init(
    to owner: OwnerAddress, as name: String, loop: EventLoop, logger: Logger,
    serverTime: @escaping () -> ServerTime, feed: @escaping (OwnerInput) -> Void
  ) {
    self.owner = owner
    self.name = name
    self.loop = loop
    self.logger = logger
    self.serverTime = serverTime
    self.feed = feed
    conversation = OwnerConversation(for: name)
  }

  /// Dials the owner; `state` tells when it has been reached, or why not.
  func start() {
    timer = loop.schedule(after: Self.patience) { [weak self] in
      guard let self, state == .connecting else { return }
      fail(.foreign("it did not welcome the relay"))
    }
    dial()
  }

  /// Closes every connection.
  func stop() {
    isStopped = true
    timer?.cancel()
    client?.close()
    for followed in rooms.values { followed.client.close() }
    rooms = [:]
  }

  /// Carries out what the core asks.
  func perform(_ output: OwnerOutput) {
    guard !isStopped else { return }
    switch output {
    case .follow(let room, let code): follow(room, code)
    case .unfollow(let room): rooms.removeValue(forKey: room)?.client.close()
    case .watching(let room, let count): tell(count, in: room)
    case .react(let room, let kind): rooms[room]?.client.perform(.react(kind))
    case .ask(let question): client?.perform(conversation.ask(question))
    }
  }

  /// Tells the owner how many watch a room through here; called once a second at most.
  private func tell(_ count: Int, in room: RoomID) {
    guard let place = rooms.index(forKey: room) else { return }
    let client = rooms.values[place].client
    let step = rooms.values[place].follower.count(count, of: client.core)
    carryOut(step, in: room, client)
  }

  private func carryOut(_ step: RoomFollower.Step, in room: RoomID, _ client: SocketClient) {
    if let disbelief = step.disbelief { warn(disbelief) }
    for news in step.news { feed(news.input(for: room)) }
    for command in step.commands { client.perform(command) }
  }

  /// Says why the owner counts this relay as one spectator.
  private func warn(_ refusal: Refusal) {
    guard !isDisbelieved, let key = owner.key else { return }
    isDisbelieved = true
    let id = KeyProof.playerID(of: key.publicKey)
    let remedy =
      refusal.code == .sessionNotRelay
      ? "set trusted-relay to \(id) there"
      : "give --of the server's public name, and see that it knows proofs of keys"
    logger.warning(
      "The server that is relayed counts this relay as one spectator (\(refusal.code.rawValue)): \(remedy)."
    )
  }

  // MARK: The relay's own connection

  private func dial() {
    let client = makeClient(limit: .seconds(86_400 * 365)) { [weak self] notice in
      guard case .failed(let failure) = notice else { return }
      self?.fail(.unreachable(failure))
    }
    client.onStep = { [weak self, unowned client] input, outputs in
      guard let self, client === self.client else { return }
      let client = client  // It stays until this step is done.
      let step = conversation.look(
        at: input, outputs, of: client.core, now: clock.now, own: serverTime())
      for input in step.inputs { feed(input) }
      for command in step.commands { client.perform(command) }
      if let problem = step.problem { return fail(problem) }
      if conversation.isReady, state != .ready {
        state = .ready
        timer?.cancel()
      }
    }
    self.client = client
    do throws(ConnectError) {
      try client.connect(to: owner.url, trust: owner.trust)
    } catch {
      fail(.foreign("\(error)"))
    }
  }

  /// The client has ended: at the start that is final, later another one dials after a pause.
  private func fail(_ problem: RelayProblem) {
    guard !isStopped else { return }
    let former = client
    client = nil
    former?.close()
    feed(.lost)
    guard state != .connecting else {
      state = .failed(problem)
      return
    }
    if case .failed = state { return }
    logger.warning("\(problem.description)")
    conversation = OwnerConversation(for: name)
    timer?.cancel()
    timer = loop.schedule(after: Self.pause) { [weak self] in self?.dial() }
  }

  // MARK: Rooms

  private func follow(_ room: RoomID, _ code: RoomCode) {
    let client = makeClient(limit: ReconnectPolicy().limit, as: owner.identity) {
      [weak self] notice in
      if case .failed = notice { self?.end(room, .refused(Refusal(.serverRestarting))) }
    }
    client.onStep = { [weak self, unowned client] _, outputs in
      guard let self, let place = rooms.index(forKey: room),
        rooms.values[place].client === client
      else { return }
      let client = client  // It stays until this step is done.
      let step = rooms.values[place].follower.look(at: outputs, of: client.core)
      if step.isOver { rooms.remove(at: place) }
      carryOut(step, in: room, client)
      if step.isOver { client.close() }
    }
    rooms[room] = Followed(
      client: client, follower: RoomFollower(for: name, in: code, hasKey: owner.key != nil))
    do throws(ConnectError) {
      try client.connect(to: owner.url, trust: owner.trust)
    } catch {
      end(room, .refused(Refusal(.serverRestarting)))
    }
  }

  private func end(_ room: RoomID, _ event: RelayedRoomEvent) {
    guard rooms.removeValue(forKey: room) != nil else { return }
    feed(.room(room, event))
  }

  private func makeClient(
    limit: Duration, as identity: ClientIdentity? = nil,
    _ notify: @escaping (SocketClient.Notice) -> Void
  ) -> SocketClient {
    var policy = ReconnectPolicy()
    policy.limit = limit
    var profile = SocketClient.Profile(
      agent: "facedown-relay/\(serverVersion)", name: "Relay", identity: identity,
      reconnectPolicy: policy)
    profile.entriesKept = LobbyLimits.missedLimit
    profile.provesAgain = true
    return SocketClient(profile, loop: loop, clock: clock, notify: notify)
  }
}
