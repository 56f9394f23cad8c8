// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol
package import Wire

/// The client without a user interface: session, clock, log and requests, as one value.
///
/// Used by the terminal, bots, the load generator and the simulator. It verifies the fair deal
/// itself: it commits to its share when readying, reveals it on request, and checks every face
/// against the deal's commitment.
package struct ClientCore: ClientMachine {
  /// A request without an answer yet.
  struct Pending: Sendable {
    var command: ClientCommand
    /// The message, for an unchanged retry on the next connection.
    var message: ClientMessage
  }

  /// How messages are encoded.
  package let encoding: WireEncoding
  let agent: String
  let name: String
  let identity: ClientIdentity?
  let hashing: Hashing
  var random: RandomStream
  /// The server's last welcome; nil before the first.
  package internal(set) var welcome: Welcome?
  /// The progress of the proof of the player's key.
  var proof: ProofProgress {
    didSet { assert(proof == .settled || identity != nil, "A guest has nothing to prove.") }
  }
  /// The room list as last received.
  package internal(set) var rooms: [RoomSummary] = []
  /// The room the client is in; nil while it is in none.
  package internal(set) var table: ClientTable?
  /// Synchronises with the server's clock.
  var clockSync: ClockSync
  var pending: [RequestID: Pending] = [:]
  var lastRequest = RequestID(0)
  /// Whether there is a connection.
  var isConnected = false
  /// Whether the server has welcomed the client on its present or most recent connection.
  package internal(set) var isWelcome = false
  /// The pending request to resume the room after a reconnect; entries before its answer may have
  /// gaps.
  var resuming: RequestID?
  /// When to retry a resume that failed temporarily.
  var resumesAt: LocalTime?
  var reactions = ReactionLimit()
  /// This seat's share of the next deal, from readying to the deal.
  var entropy: [UInt8]?

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - agent: the program's name for the server's log; bots' begin with `facedown-bot`.
  ///   - name: the player's display name.
  ///   - identity: the player's key; nil for a guest.
  ///   - encoding: the message encoding.
  ///   - key: 32 random bytes, the seed of the client's shares.
  ///   - hashing: the hash functions of the fair deal.
  package init(
    agent: String, name: String, identity: ClientIdentity? = nil,
    encoding: WireEncoding = .proto, key: [UInt8], hashing: Hashing
  ) {
    self.identity = identity
    proof = identity == nil ? .settled : .due
    self.agent = agent
    self.name = name
    self.encoding = encoding
    self.hashing = hashing
    random = RandomStream(key: key, hashing: hashing)
    clockSync = ClockSync(seed: random.nextWord())
  }

  /// The estimate of the server's clock; nil before the first exchange.
  package var clock: ClockEstimate? { clockSync.estimate }

  /// Whether any request is unanswered, or the session is waiting to reconnect.
  package var isWaiting: Bool {
    !pending.isEmpty || resuming != nil || resumesAt != nil || (welcome != nil && !isConnected)
  }

  /// A choice held back until it is due.
  var held: Held?

  /// Whether the session has been resumed on the present connection, so that the log is up to date.
  package var isCurrent: Bool {
    isConnected && isWelcome && resuming == nil && resumesAt == nil
  }

  /// When `tick` is due, for a held choice, a resume or a clock probe; nil for never.
  package var nextWake: LocalTime? {
    guard isConnected else { return nil }
    return [held?.until, mayAsk ? resumesAt : nil, clockSync.nextWake].compactMap { $0 }.min()
  }

  /// When the oldest unanswered probe was sent; nil if there is none.
  package var unansweredSince: LocalTime? { clockSync.unansweredSince }

  /// Whether a message may be late: it has no seat and asks for nothing.
  package var mayLinger: Bool { clockSync.pace == .spectator && pending.isEmpty }

  /// The estimated server time; nil before the first exchange.
  ///
  /// While the connection lasts it never runs backwards or jumps, unless a clock does.
  package func serverTime(at now: LocalTime) -> ServerTime? {
    clock?.serverTime(at: now)
  }

  /// The time to show: the server's, less a spectator's delay; nil before the first exchange.
  ///
  /// Everything on screen uses this time. At the server's own time, every flip that a spectator
  /// receives would already be over.
  package func shownTime(at now: LocalTime) -> ServerTime? {
    serverTime(at: now).map { $0 - (table?.delay ?? .zero) }
  }

  /// When a moment of the match is shown here; nil before the first exchange.
  package func localTime(showing time: ServerTime) -> LocalTime? {
    clock?.localTime(at: time + (table?.delay ?? .zero))
  }

  /// The error bound of `serverTime(at:)`; nil before the first exchange.
  package func clockBound(at now: LocalTime) -> Duration? { clock?.bound(at: now) }

  /// The quality of the connection.
  package func linkQuality(at now: LocalTime) -> ConnectionQuality { clockSync.quality(at: now) }

  /// Handles one input and returns what to do.
  package mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    clockSync.notice(now)
    // A role begins and ends by messages of several kinds.
    defer { clockSync.keep(table?.seat == nil ? .spectator : .player, at: now) }
    switch input {
    case .opened: return greet(now: now)
    case .received(let bytes):
      do throws(WireError) {
        return receive(try encoding.decodeServerMessage(bytes), now: now)
      } catch {
        return [.event(.garbled(error.description)), .close]
      }
    case .closed:
      clockSync.closed()
      isConnected = false
      resuming = nil
      resumesAt = nil
      return []
    case .command(let command): return perform(command, now: now)
    case .tick: return resumeIfDue(now: now) + sendHeld(now: now) + probe(now: now)
    case .woke:
      clockSync.woke(at: now)
      return probe(now: now)
    }
  }

  /// Sends the hello, and right behind it everything that is unanswered, unless a proof must go
  /// first.
  private mutating func greet(now: LocalTime) -> [ClientOutput] {
    let hello = Hello(
      agent: agent, name: name, resumeToken: welcome?.resumeToken,
      publicKey: identity?.publicKey)
    isConnected = true
    isWelcome = false
    if proof == .underWay { proof = .due }
    clockSync.opened(at: now)
    return [send(.hello(hello))] + (mayAsk ? sendAgain() + resume() : []) + probe(now: now)
  }

  /// Sends a clock probe if one is due.
  private mutating func probe(now: LocalTime) -> [ClientOutput] {
    clockSync.probe(at: now).map { [send(.ping($0))] } ?? []
  }

  func send(_ message: ClientMessage) -> ClientOutput {
    .send(encoding.encode(message))
  }
}
