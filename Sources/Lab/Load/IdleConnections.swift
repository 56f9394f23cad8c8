// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import Protocol
import SocketClient

/// Sessions in no room, which only probe the server's clock: like a client, or at a steady rate.
///
/// At a steady rate each ping counts as an intent and each pong as a delivery.
final class IdleConnections: LoadSource {
  /// The pings of one session at a steady rate.
  private struct Pings {
    var sent: UInt64 = 0
    var answered: UInt64 = 0
    /// When the latest ping was due; nil unless it is measured and unanswered.
    var due: LocalTime?
    /// The latest pong's nonce, and when it arrived.
    var echo: (nonce: UInt64, at: LocalTime)?
  }

  private let context: LoadContext
  private let firstIndex: Int
  private let pingsPerSecond: Double?
  private var pings: [Pings]
  private var isRunning = false
  private var clients: [LoadClient] = []
  private var isIn: [Bool]
  private var isSettled: [Bool]
  private var queue: DialQueue?

  /// `count` sessions, whose connections are numbered from `firstIndex`; without a rate they probe
  /// the clock like a client.
  init(_ context: LoadContext, count: Int, firstIndex: Int, pingsPerSecond: Double? = nil) {
    self.context = context
    self.firstIndex = firstIndex
    self.pingsPerSecond = pingsPerSecond
    pings = Array(repeating: Pings(), count: count)
    isIn = [Bool](repeating: false, count: count)
    isSettled = isIn
    clients = (0..<count).map { index in
      context.client(
        firstIndex + index, probes: context.hasPings && pingsPerSecond == nil, pace: .spectator
      ) { [weak self] in self?.happens($0, to: index) }
    }
  }

  var connected: Int { isIn.count { $0 } }
  var missing: Int { unanswered }
  var unanswered: Int { pings.reduce(0) { $0 + Int($1.sent - $1.answered) } }

  func open(_ queue: DialQueue) {
    self.queue = queue
    for (index, client) in clients.enumerated() {
      queue.append { [context, firstIndex] in client.connect(context.options(firstIndex + index)) }
    }
  }

  func start() {
    guard let pingsPerSecond else { return }
    isRunning = true
    let now = context.clock.now
    for index in clients.indices {
      let schedule = SteadySchedule(
        perSecond: pingsPerSecond, phase: LoadContext.phase(index), from: now)
      context.follow(schedule) { [weak self] due in
        guard let self, isRunning else { return false }
        ping(index, due: due)
        return true
      }
    }
  }

  func stop() { isRunning = false }

  private func ping(_ index: Int, due: LocalTime) {
    guard isIn[index] else { return }
    pings[index].sent += 1
    let now = context.clock.now
    let echo = pings[index].echo.map { Ping.Echo(nonce: $0.nonce, held: now - $0.at) }
    let ping = Ping(id: pings[index].sent, t0: now.microseconds, echo: echo)
    let bytes = clients[index].say(.ping(ping))
    pings[index].due = context.meter.isMeasuring ? due : nil
    context.meter.sent(bytes: bytes, late: now - due)
  }

  private func answered(_ pong: Pong, bytes: Int, to index: Int) {
    let now = context.clock.now
    pings[index].answered += 1
    pings[index].echo = (pong.nonce, now)
    let latency = pong.id == pings[index].sent ? pings[index].due.map { now - $0 } : nil
    pings[index].due = nil
    context.meter.delivered(bytes: bytes, latency: latency, to: .player)
  }

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(.welcome, _):
      isIn[index] = true
      settle(index)
    case .message(.closing(let closing), _): context.meter.closing(closing.code)
    case .message(.pong(let pong), let bytes):
      if pingsPerSecond != nil { answered(pong, bytes: bytes, to: index) }
    case .message: break
    case .ended:
      isIn[index] = false
      context.meter.lost()
      settle(index)
    }
  }

  private func settle(_ index: Int) {
    guard !isSettled[index] else { return }
    isSettled[index] = true
    queue?.finished()
  }
}
