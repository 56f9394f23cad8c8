// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient

/// Spectators of one room that send clock probes at a steady rate, however slow the server is, and
/// come back when they are disconnected.
final class Pingers: LoadSource {
  /// What became of the probes that were sent during the measurement.
  struct Outcome: Encodable, Hashable, Sendable {
    /// How many were sent, and answered, each second.
    let sentPerSecond, answeredPerSecond: Double
    /// From the moment a probe was due until its answer arrived.
    let answerMs: LoadReport.Latency
    /// Refused probes and connections that the server closed, by code.
    let refusals: [String: Int]
  }

  private struct Pinger {
    let client: LoadClient
    /// Whether it has joined over its present connection.
    var isWatching = false
    /// How often it has joined.
    var visits = 0
    var lastPing: UInt64 = 0
  }

  private let context: LoadContext
  private let perSecond: Double
  private let firstIndex: Int
  private let code: () -> String
  private var pingers: [Pinger] = []
  private var isRunning = false
  private var sent = 0
  private var answered = 0
  private var answers = LatencyHistogram()
  private var refusals: [String: Int] = [:]

  /// How long after it was disconnected a spectator dials again.
  private static let pause = Duration.milliseconds(100)

  /// `count` spectators of the room with a code, which send `perSecond` probes all together; their
  /// connections are numbered from `firstIndex`.
  init(
    _ context: LoadContext, count: Int, perSecond: Int, firstIndex: Int,
    code: @escaping () -> String
  ) {
    self.context = context
    self.perSecond = Double(perSecond) / Double(max(1, count))
    self.firstIndex = firstIndex
    self.code = code
    pingers = (0..<count).map { index in
      Pinger(
        client: context.client(firstIndex + index, probes: false, pace: .spectator) {
          [weak self] in self?.happens($0, to: index)
        })
    }
  }

  /// What has happened in a measurement of this length.
  func outcome(in measured: Duration) -> Outcome {
    func rate(_ count: Int) -> Double {
      (Double(count) / (measured / .seconds(1))).rounded(to: 1)
    }
    return Outcome(
      sentPerSecond: rate(sent), answeredPerSecond: rate(answered),
      answerMs: LoadReport.Latency(answers), refusals: refusals)
  }

  // They do not count as connections of the run: what becomes of them is in their outcome.
  var connected: Int { 0 }
  var missing: Int { 0 }
  var unanswered: Int { 0 }

  func open(_ queue: DialQueue) {}

  func start() {
    isRunning = true
    for index in pingers.indices { dial(index) }
  }

  func stop() { isRunning = false }

  private func dial(_ index: Int) {
    guard isRunning else { return }
    pingers[index].client.connect(context.options(firstIndex + index))
  }

  private func ping(_ index: Int) {
    let visit = pingers[index].visits
    let schedule = SteadySchedule(
      perSecond: perSecond, phase: LoadContext.phase(index), from: context.clock.now)
    context.follow(schedule) { [weak self] due in
      guard let self, isRunning, pingers[index].isWatching, pingers[index].visits == visit
      else { return false }
      pingers[index].lastPing += 1
      pingers[index].client.say(
        .ping(Ping(id: pingers[index].lastPing, t0: due.microseconds)))
      if context.meter.isMeasuring { sent += 1 }
      return true
    }
  }

  private func happens(_ happening: LoadClient.Happening, to index: Int) {
    switch happening {
    case .message(.welcome, _):
      let join = JoinRoom(code: code(), role: .spectator)
      pingers[index].client.say(.request(id: RequestID(1), .joinRoom(join)))
    case .message(.joined, _):
      guard !pingers[index].isWatching else { return }
      pingers[index].isWatching = true
      pingers[index].visits += 1
      ping(index)
    case .message(.pong(let pong), _):
      guard context.meter.isMeasuring else { return }
      answered += 1
      answers.append(context.clock.now - LocalTime(microseconds: pong.t0))
    case .message(.refused(_, let refusal), _): count(refusal.code.rawValue)
    case .message(.closing(let closing), _): count("closed: \(closing.code)")
    case .message: break
    case .ended:
      pingers[index].isWatching = false
      context.loop.schedule(after: Self.pause) { [weak self] in self?.dial(index) }
    }
  }

  private func count(_ code: String) {
    if context.meter.isMeasuring { refusals[code, default: 0] += 1 }
  }
}
