// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer

/// One connection of a simulated device to the server: what is in flight, and its state at either
/// end.
///
/// The ends may disagree: the client may be long gone while the server still holds the connection
/// open, and what the client sent before may still arrive.
final class SimulatedConnection {
  /// What is sent over it.
  enum Parcel: Sendable {
    /// The client requests a WebSocket upgrade.
    case upgrade
    /// The server accepts the upgrade.
    case accepted
    case message([UInt8])
    /// The connection ends after everything sent before.
    case end

    /// The size of its payload.
    var bytes: Int { if case .message(let bytes) = self { bytes.count } else { 0 } }
  }

  /// What happens at one of its ends.
  enum Delivery {
    /// The server receives the request for an upgrade.
    case upgrade
    /// The server receives a message, which reached its machine at a time.
    case received([UInt8], at: ServerTime)
    /// The server learns that the connection is gone.
    case closed
    /// The client receives a message.
    case message([UInt8])
    /// The connection opens or ends for the client.
    case toClient(ClientInput)
  }

  /// How long TCP retransmits unacknowledged data (`TCP_USER_TIMEOUT`).
  static let userTimeout = Duration.seconds(10)

  let number: ConnectionNumber
  let id: ServerConnectionID
  /// What the server has sent and the client's socket cannot take yet.
  var backlog = SimulatedBacklog()
  /// The round trips that the server's kernel measures.
  var kernel: SimulatedKernel
  /// Whether the server core knows the connection.
  private(set) var isOpenAtServer = false
  /// Whether the server reads nothing more from it.
  private(set) var isOverAtServer = false
  /// Whether the client has dropped it.
  private(set) var isOverAtClient = false
  private var up: NetworkLink<Parcel>
  private var down: NetworkLink<Parcel>
  /// When TCP's handshake completes; nil once it has.
  private var connectsAt: ServerTime?
  private var clientNoticesAt: ServerTime?
  private var serverNoticesAt: ServerTime?
  /// The end of a blackout, during which nothing arrives at either end; nil while the link works.
  private var blockedUntil: ServerTime?

  /// A connection that a client dials at `now`, over a link drawn from `seed`.
  init(
    number: ConnectionNumber, id: ServerConnectionID, conditions: LinkConditions, seed: UInt64,
    now: ServerTime
  ) {
    self.number = number
    self.id = id
    let model = LinkModel(conditions, seed: seed, start: now)
    up = NetworkLink(model, .up)
    down = NetworkLink(model, .down)
    kernel = SimulatedKernel(model)
    // Before TCP has measured a round trip its retransmission timeout is a second.
    var initial = conditions
    initial.retransmissionPad = max(.seconds(1) - conditions.roundTrip, .zero)
    initial.chaser = nil
    var handshake = LinkModel(initial, seed: seed &+ 1, start: now)
    let arrival = handshake.deliver(.up, at: now)
    connectsAt = handshake.deliver(.down, at: arrival)
  }

  /// When something happens at the server next; nil for never.
  var serverInstant: ServerTime? {
    let arrival = isOverAtServer ? nil : unblocked(up.nextInstant)
    return earlier(
      earlier(arrival, serverNoticesAt), earlier(connectsAt, backlog.nextInstant))
  }

  /// When something happens at the client next; nil for never.
  var clientInstant: ServerTime? {
    isOverAtClient ? nil : earlier(unblocked(down.nextInstant), clientNoticesAt)
  }

  /// Whether it has no further events.
  var isSpent: Bool {
    isOverAtClient && serverInstant == nil && (isOverAtServer || !isOpenAtServer)
  }

  /// Whether what the server sends over it is still wanted.
  var isServed: Bool { isOpenAtServer && !isOverAtServer }

  /// The client's input when the connection has ended.
  var ended: ClientInput { .ended(number, mayRetry: true) }

  // MARK: The ends

  /// Opens it at both ends at once, for a run that does not begin with a handshake.
  func openAtOnce() {
    connectsAt = nil
    isOpenAtServer = true
  }

  /// The server accepts the upgrade.
  func accept(_ now: ServerTime) {
    isOpenAtServer = true
    sendDown(.accepted, now: now)
  }

  /// The server ends it after what was sent before, and reads nothing more.
  func closeAtServer(_ now: ServerTime) {
    sendDown(.end, now: now)
    isOverAtServer = true
  }

  /// The client sends a message.
  func sendUp(_ bytes: [UInt8], now: ServerTime) {
    up.send(.message(bytes), bytes: bytes.count, at: now)
  }

  /// The server sends a parcel, which waits behind what is still to be read.
  func sendDown(_ parcel: Parcel, now: ServerTime) {
    guard backlog.isHolding else { return down.send(parcel, bytes: parcel.bytes, at: now) }
    backlog.put(parcel, bytes: parcel.bytes, now: now)
  }

  /// Sends what there is room for by now.
  func flush(_ now: ServerTime) {
    for (parcel, bytes) in backlog.take(now) { down.send(parcel, bytes: bytes, at: now) }
  }

  /// The client drops it; the server learns of that in its turn.
  func hangUp(_ now: ServerTime) {
    leaveClient()
    if connectsAt != nil {
      connectsAt = nil
      isOverAtServer = true
    } else {
      up.send(.end, bytes: 0, at: now)
    }
  }

  /// It no longer exists for the client.
  func leaveClient() {
    isOverAtClient = true
    clientNoticesAt = nil
    down.cut()
  }

  /// It no longer exists for the server.
  func leaveServer() {
    isOverAtServer = true
    serverNoticesAt = nil
    up.cut()
    backlog.drop()
  }

  // MARK: Faults

  /// Nothing arrives until `end`; then everything does.
  func block(until end: ServerTime) { blockedUntil = max(end, blockedUntil ?? end) }

  /// Nothing arrives for `length`; then everything does, unless TCP has timed out at both ends.
  func stall(for length: Duration, now: ServerTime) {
    block(until: now + length)
    guard length > Self.userTimeout else { return }
    serverNoticesAt = now + Self.userTimeout
    clientNoticesAt = now + Self.userTimeout
  }

  /// Everything in flight is lost.
  func cut() {
    up.cut()
    down.cut()
    connectsAt = nil
  }

  /// The server is notified at `time` that it has ended.
  func serverNotices(at time: ServerTime) { serverNoticesAt = time }

  /// The server has crashed.
  ///
  /// Its kernel ends the connection; if that is gone too, the client waits for its own timeout.
  func crashServer(isMachineGone: Bool, now: ServerTime) {
    let wasOpen = isOpenAtServer
    connectsAt = nil
    leaveServer()
    guard !isOverAtClient else { return }
    if wasOpen, !isMachineGone { return down.send(.end, bytes: 0, at: now) }
    down.cut()
    clientNoticesAt = now + (wasOpen ? Self.userTimeout : .milliseconds(100))
  }

  // MARK: Deliveries

  /// The next thing that has happened by `now`, at the server first; nil for none.
  ///
  /// Handle one before asking for the next: it may end the connection.
  func nextDelivery(_ now: ServerTime, isAsleep: Bool) -> Delivery? {
    serverDelivery(now) ?? (isAsleep ? nil : clientDelivery(now))
  }

  private func serverDelivery(_ now: ServerTime) -> Delivery? {
    if let due = connectsAt, due <= now {
      connectsAt = nil
      up.send(.upgrade, bytes: 0, at: now)
    }
    while !isOverAtServer, !isBlocked(now), let (at, parcel) = up.nextArrival(upTo: now) {
      switch parcel {
      case .upgrade: return .upgrade
      // What was blocked arrives when the block ends.
      case .message(let bytes): return .received(bytes, at: max(at, blockedUntil ?? at))
      case .end: return endAtServer()
      case .accepted: break
      }
    }
    guard let due = serverNoticesAt, due <= now else { return nil }
    return endAtServer()
  }

  private func endAtServer() -> Delivery? {
    leaveServer()
    return isOpenAtServer ? .closed : nil
  }

  private func clientDelivery(_ now: ServerTime) -> Delivery? {
    guard !isOverAtClient else { return nil }
    while !isBlocked(now), let (_, parcel) = down.nextArrival(upTo: now) {
      switch parcel {
      case .message(let bytes): return .message(bytes)
      case .accepted: return .toClient(.opened(number))
      case .end: return endAtClient()
      case .upgrade: break
      }
    }
    guard let due = clientNoticesAt, due <= now else { return nil }
    return endAtClient()
  }

  private func endAtClient() -> Delivery {
    leaveClient()
    return .toClient(ended)
  }

  private func isBlocked(_ now: ServerTime) -> Bool { blockedUntil.map { now < $0 } ?? false }

  private func unblocked(_ instant: ServerTime?) -> ServerTime? {
    guard let instant, let blockedUntil else { return instant }
    return max(instant, blockedUntil)
  }
}
