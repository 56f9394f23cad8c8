// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import LibWebSockets
public import Protocol

/// A client without pixels: session, clock, log and requests, as one value.
///
/// Terminal, bots, load tool and simulator all stand on it. It answers for the fair deal on its
/// own: it commits to randomness when readying, opens it when asked, and checks every face shown
/// against the commitment the deal came with.
public struct ClientCore: ClientMachine {
  /// A request without an answer yet.
  struct Pending: Sendable {
    var command: ClientCommand
    /// The message, to be sent again unchanged if the connection breaks before the answer.
    var message: ClientMessage
  }

  /// How messages are encoded.
  public let encoding: WireEncoding
  let agent: String
  let name: String
  let identity: ClientIdentity?
  let hashing: Hashing
  var random: RandomStream
  /// What the server said at the welcome; nil before.
  public internal(set) var welcome: Welcome?
  /// How far the proof of the player's key has come.
  var proof: ProofProgress
  /// The rooms last listed.
  public internal(set) var rooms: [RoomSummary] = []
  /// The room the client is in; nil while it is in none.
  public internal(set) var table: ClientTable?
  /// Asks for the server's time and keeps the estimate of it.
  var clockSync: ClockSync
  var pending: [RequestID: Pending] = [:]
  var lastRequest = RequestID(0)
  /// Whether there is a connection.
  var isConnected = false
  /// Whether the server has answered the hello over the present connection, or over the last one.
  public internal(set) var isWelcome = false
  /// The request to go on in the room after a break, until it is answered: what comes before the
  /// answer may have gaps.
  var resuming: RequestID?
  /// When to ask again to go on in the room, where the server could not let it for a moment.
  var resumesAt: LocalTime?
  /// How many feelings may be shown at once, and how often: a little less than a server takes.
  var reactions = TokenBucket(.init(burst: 3, perSecond: 0.9))
  /// This seat's share of the next deal's randomness, between readying and the deal.
  var entropy: [UInt8]?

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - agent: the program, for the server's log; bots' begin with `facedown-bot`.
  ///   - name: what others see.
  ///   - identity: as whom it plays; nil for a guest.
  ///   - encoding: how messages are encoded.
  ///   - key: 32 random bytes, from which the client's share of each deal is drawn.
  ///   - hashing: the hash functions of the fair deal.
  public init(
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

  /// Where the server's time lies; nil before the first exchange.
  public var clock: ClockEstimate? { clockSync.estimate }

  /// Whether an intent or request has no answer yet, or a session waits for its connection.
  public var isWaiting: Bool {
    !pending.isEmpty || resuming != nil || resumesAt != nil || (welcome != nil && !isConnected)
  }

  /// A choice made before its time, to be sent when that has come.
  var held: Held?

  /// Whether there is a connection over which the session has gone on: the log is up to date.
  public var isCurrent: Bool {
    isConnected && isWelcome && resuming == nil && resumesAt == nil
  }

  /// When a choice that is held back leaves, or the server is asked for its time; nil for never.
  public var nextWake: LocalTime? {
    guard isConnected else { return nil }
    return [held?.until, resumesAt, clockSync.nextWake].compactMap { $0 }.min()
  }

  /// When the oldest question without an answer was sent; nil for none.
  public var unansweredSince: LocalTime? { clockSync.unansweredSince }

  /// The server's time now, as well as the client knows; nil before it knows.
  ///
  /// It never goes back and never jumps while the connection lasts, unless a clock does.
  public func serverTime(at now: LocalTime) -> ServerTime? {
    clock?.serverTime(at: now)
  }

  /// The time that is shown now: the server's, or as much earlier as this client is told of things
  /// later because it watches; nil before the server's time is known.
  ///
  /// Screens, sentences and what is asked about them all go by this one: at the server's own time
  /// every flip of a match that is passed on later would come too late to be seen.
  public func shownTime(at now: LocalTime) -> ServerTime? {
    serverTime(at: now).map { $0 - (table?.delay ?? .zero) }
  }

  /// When a moment of the match is shown here; nil before the server's time is known.
  public func localTime(showing time: ServerTime) -> LocalTime? {
    clock?.localTime(at: time + (table?.delay ?? .zero))
  }

  /// How far the server's time may be off what `serverTime(at:)` says; nil before it is known.
  public func clockBound(at now: LocalTime) -> Duration? { clock?.bound(at: now) }

  /// How good the line to the server is.
  public func linkQuality(at now: LocalTime) -> ConnectionQuality { clockSync.quality(at: now) }

  /// Takes one input and says what to do.
  public mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    clockSync.notice(now)
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

  /// Says hello, and with it at once all there is to say after a break; behind a proof, if one is
  /// due first.
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

  /// Asks for the server's time, if that is due.
  private mutating func probe(now: LocalTime) -> [ClientOutput] {
    clockSync.probe(at: now).map { [send(.ping($0))] } ?? []
  }

  func send(_ message: ClientMessage) -> ClientOutput {
    .send(encoding.encode(message))
  }
}
