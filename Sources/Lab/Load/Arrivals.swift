// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient

/// Spectators that connect to one room at a steady rate, however slow the server is, and leave it a
/// second after they have joined.
///
/// Every other one leaves the room before it disconnects; the others just disconnect.
final class Arrivals: LoadSource {
  /// What became of the spectators that were due during the measurement.
  struct Outcome: Encodable, Hashable, Sendable {
    /// How many joined, each second.
    let perSecond: Double
    /// From the moment a spectator was due to dial until it had joined.
    let joiningMs: LoadReport.Latency
    /// Refused requests and connections that the server closed, by code; refused handshakes by
    /// their HTTP status, or as `disconnected`.
    let refusals: [String: Int]
    /// Connections that ended without a reason.
    let lost: Int
    /// How many did not even dial, because too many others had not left yet.
    let skipped: Int
  }

  private struct Visitor {
    let client: LoadClient
    let due: LocalTime
    let isMeasured: Bool
    var hasJoined = false
    /// Whether it may disconnect: it has left, or the server has said why it is to leave.
    var mayEnd = false
  }

  private let context: LoadContext
  private let perSecond: Int
  private let firstIndex: Int
  private let code: () -> String
  private var visitors: [Int: Visitor] = [:]
  private var next = 0
  private var isRunning = false
  private var joined = 0
  private var joining = LatencyHistogram()
  private var refusals: [String: Int] = [:]
  private var lost = 0
  private var skipped = 0

  /// How long a spectator stays.
  private static let stay = Duration.seconds(1)

  /// `perSecond` arrivals at the room with a code, whose connections are numbered from
  /// `firstIndex`.
  init(_ context: LoadContext, perSecond: Int, firstIndex: Int, code: @escaping () -> String) {
    self.context = context
    self.perSecond = perSecond
    self.firstIndex = firstIndex
    self.code = code
  }

  /// The most connections that `perSecond` arrivals have at a time.
  static func most(perSecond: Int) -> Int { 10 * perSecond }

  /// What has happened in a measurement of this length.
  func outcome(in measured: Duration) -> Outcome {
    Outcome(
      perSecond: (Double(joined) / (measured / .seconds(1))).rounded(to: 1),
      joiningMs: LoadReport.Latency(joining), refusals: refusals, lost: lost, skipped: skipped)
  }

  // They do not count as connections of the run: what becomes of them is in their outcome.
  var connected: Int { 0 }
  var missing: Int { 0 }
  var unanswered: Int { visitors.values.count { $0.isMeasured && !$0.hasJoined && !$0.mayEnd } }

  func open(_ queue: DialQueue) {}

  func start() {
    isRunning = true
    let schedule = SteadySchedule(
      perSecond: Double(perSecond), phase: LoadContext.phase(firstIndex), from: context.clock.now)
    context.follow(schedule) { [weak self] due in
      guard let self, isRunning else { return false }
      arrive(due: due)
      return true
    }
  }

  func stop() { isRunning = false }

  private func arrive(due: LocalTime) {
    let isMeasured = context.meter.isMeasuring
    guard visitors.count < Self.most(perSecond: perSecond) else {
      if isMeasured { skipped += 1 }
      return
    }
    let number = next
    next += 1
    let client = context.client(
      firstIndex + number, probes: context.hasPings, pace: .spectator
    ) { [weak self] in self?.happens($0, to: number) }
    visitors[number] = Visitor(client: client, due: due, isMeasured: isMeasured)
    client.connect(context.options(firstIndex + number))
  }

  private func happens(_ happening: LoadClient.Happening, to number: Int) {
    switch happening {
    case .message(.welcome, _):
      let join = JoinRoom(code: code(), role: .spectator)
      visitors[number]?.client.say(.request(id: RequestID(1), .joinRoom(join)))
    case .message(.joined, _): admit(number)
    case .message(.refused(_, let refusal), _):
      refuse(refusal.code.rawValue, number)
      visitors[number]?.client.close()
    case .message(.closing(let closing), _): refuse(closing.code, number)
    case .message: break
    case .ended(let failure):
      if case .httpStatus(let status) = failure {
        refuse("http \(status)", number)
      } else if failure != nil {
        refuse("disconnected", number)
      }
      guard let visitor = visitors.removeValue(forKey: number) else { return }
      if visitor.isMeasured, !visitor.mayEnd { lost += 1 }
    }
  }

  private func admit(_ number: Int) {
    guard let visitor = visitors[number], !visitor.hasJoined else { return }
    visitors[number]?.hasJoined = true
    if visitor.isMeasured {
      joined += 1
      joining.append(context.clock.now - visitor.due)
    }
    context.loop.schedule(after: Self.stay) { [weak self] in self?.leave(number) }
  }

  private func refuse(_ code: String, _ number: Int) {
    guard let visitor = visitors[number] else { return }
    visitors[number]?.mayEnd = true
    if visitor.isMeasured { refusals[code, default: 0] += 1 }
  }

  private func leave(_ number: Int) {
    guard let visitor = visitors[number] else { return }
    visitors[number]?.mayEnd = true
    if number.isMultiple(of: 2) { visitor.client.say(.request(id: RequestID(2), .leaveRoom)) }
    visitor.client.close()
  }
}
