// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import SocketClient

/// A room without Facedown: a relay passes on what one member sends to all members as an entry.
///
/// A connection names its room by the path. A message begins with its number in eight bytes; the
/// relay turns it into a message as long as an entry, with the same number.
final class RelayedRoom: LoadSource {
  /// The lengths of a relay's messages.
  struct Lengths: Hashable, Sendable {
    /// The length of a message from a member.
    var intent: Int
    /// The length of the message that every member receives.
    var entry: Int
  }

  private let context: LoadContext
  private let number: Int
  private let firstIndex: Int
  private let lengths: Lengths
  private let seats: Int
  private var members: [RelayedMember] = []
  private var queue: DialQueue?
  private var isRunning = false
  private var sent: UInt64 = 0
  /// When the latest intents were due, by number.
  private var dues: [UInt64: LocalTime] = [:]

  private static let remembered: UInt64 = 4_096

  /// Room `number`, with `seats` members that may send and `spectators` that do not.
  init(
    _ context: LoadContext, number: Int, seats: Int, spectators: Int, firstIndex: Int,
    lengths: Lengths
  ) {
    self.context = context
    self.number = number
    self.firstIndex = firstIndex
    self.lengths = lengths
    self.seats = seats
    members = (0..<seats + spectators).map { index in
      RelayedMember { [weak self] in self?.happens($0, to: index) }
    }
  }

  var connected: Int { members.count { $0.connection != nil } }
  var missing: Int { members.reduce(0) { $0 + Int(sent - min(sent, $1.got)) } }
  var unanswered: Int { members.first.map { Int(sent - min(sent, $0.got)) } ?? 0 }

  func open(_ queue: DialQueue) {
    self.queue = queue
    for (index, member) in members.enumerated() {
      queue.append { [context, firstIndex, number] in
        var options = context.options(firstIndex + index)
        options.path = "/\(number)"
        member.connect(options, context.loop)
      }
    }
  }

  func start() {
    isRunning = true
    switch context.activity {
    case .settings(let perSecond):
      let schedule = SteadySchedule(
        perSecond: perSecond, phase: LoadContext.phase(number), from: context.clock.now)
      context.follow(schedule) { [weak self] due in
        guard let self, isRunning else { return false }
        send(due: due)
        return true
      }
    case .saturation(let outstanding):
      for _ in 0..<outstanding { send(due: context.clock.now) }
    case .matches: preconditionFailure("A relay does not play matches.")
    }
  }

  func stop() { isRunning = false }

  private func send(due: LocalTime) {
    guard let connection = members.first?.connection else { return }
    sent += 1
    var bytes = (0..<8).map { UInt8(truncatingIfNeeded: sent >> ($0 * 8)) }
    bytes += repeatElement(0, count: lengths.intent - bytes.count)
    context.loop.send(Frame(binary: bytes), to: connection)
    guard context.meter.isMeasuring else { return }
    dues[sent] = due
    if sent > Self.remembered { dues[sent - Self.remembered] = nil }
    context.meter.sent(bytes: bytes.count, late: context.clock.now - due)
  }

  private func happens(_ happening: RelayedMember.Happening, to index: Int) {
    switch happening {
    case .opened: queue?.finished()
    case .received(let entry, let bytes):
      guard bytes == lengths.entry else { return context.meter.refused("relay/wrong_length") }
      members[index].got += 1
      let latency = dues[entry].map { context.clock.now - $0 }
      let receiver: LoadMeter.Receiver =
        index >= seats ? .spectator : number == 0 ? .firstRoomPlayer : .player
      context.meter.delivered(bytes: bytes, latency: latency, to: receiver)
      if case .saturation = context.activity, index == 0, isRunning {
        send(due: context.clock.now)
      }
    case .failed:
      context.meter.lost()
      queue?.finished()
    case .closed: context.meter.lost()
    }
  }
}

/// One connection to a relay.
final class RelayedMember: ConnectionHandler {
  enum Happening {
    case opened
    /// The entry of this number and length.
    case received(UInt64, bytes: Int)
    case failed
    case closed
  }

  private let report: (Happening) -> Void
  /// Its connection while it is open.
  private(set) var connection: ConnectionID?
  /// Entries it has received.
  var got: UInt64 = 0

  init(report: @escaping (Happening) -> Void) { self.report = report }

  func connect(_ options: ConnectOptions, _ loop: EventLoop) {
    do throws(ConnectError) {
      _ = try loop.connect(options, handler: self)
    } catch {
      report(.failed)
    }
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    self.connection = connection
    report(.opened)
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard bytes.byteCount >= 8 else { return report(.received(0, bytes: bytes.byteCount)) }
    let number = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self).littleEndian }
    report(.received(number, bytes: bytes.byteCount))
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    self.connection = nil
    report(.closed)
  }

  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) { report(.failed) }
}
