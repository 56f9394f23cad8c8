// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import JetStream

/// Connects to the servers of a world, and checks that they can be relied on.
struct ServerTrust {
  /// Pause between attempts while the servers are not there.
  private static let pause = Duration.milliseconds(100)
  /// Maximum number of servers that are asked what they are.
  private static let mostServers = 64

  private let options: NATSJournalOptions
  private let connection: NATSConnection
  private let deliver: NATSConnection.Deliver
  private let deadline: ContinuousClock.Instant

  init(
    _ options: NATSJournalOptions, _ connection: NATSConnection,
    deliver: @escaping NATSConnection.Deliver, deadline: ContinuousClock.Instant
  ) {
    self.options = options
    self.connection = connection
    self.deliver = deliver
    self.deadline = deadline
  }

  /// Waits until a server answers.
  func connect() async throws(NATSJournalError) {
    while true {
      let outcome = await waitFor {
        connection.request("$JS.API.INFO", [], timeout: .seconds(1), $0)
      }
      if case .answered(let answer) = outcome {
        guard !String(decoding: answer.bytes, as: UTF8.self).contains("\"error\"") else {
          throw .noJetStream
        }
        return
      }
      guard .now < deadline else {
        throw await failure(of: options.connection, isSystem: false)
      }
      await sleep()
    }
  }

  /// Why servers do not answer.
  private func failure(
    of options: ConnectionOptions, isSystem: Bool
  ) async -> NATSJournalError {
    let problem = await waitFor {
      (done: @escaping @Sendable (ConnectionOptions.Problem?) -> Void) in
      DispatchQueue.global().async { done(options.trial()) }
    }
    switch problem {
    case .unauthorized: return .unauthorized(system: isSystem)
    case .other(let text): return .unreachable(servers: options.servers, problem: text)
    case nil: return .unreachable(servers: options.servers, problem: nil)
    }
  }

  /// Asks the servers what they are: the problems that are accepted, and how many there are.
  func checkServers() async throws(NATSJournalError) -> ([String], Int?) {
    guard let credentials = options.systemCredentials else {
      let sentence =
        "Nobody knows whether the NATS servers write to their disks what they acknowledge: give the "
        + "credentials of a user of the system account, or accept it."
      guard options.acceptsUnsynced else { throw .unreliable([sentence]) }
      return ([sentence], nil)
    }
    var system = options.connection
    system.credentials = credentials
    let connection: NATSConnection
    do throws(ConnectionError) {
      connection = try NATSConnection(system, deliver: deliver)
    } catch { throw .unusable(error) }
    var reports: [ServerReport] = []
    while reports.isEmpty, .now < deadline {
      reports = await waitFor {
        connection.checkServers(atMost: Self.mostServers, within: options.checkTime, $0)
      }
      if reports.isEmpty { await sleep() }
    }
    let failure = reports.isEmpty ? await failure(of: system, isSystem: true) : nil
    await waitFor { connection.close($0) }
    if let failure { throw failure }
    let fencing = options.acceptsUnfenced ? [] : reports.compactMap(\.fencingProblem)
    let syncing = reports.compactMap(\.syncProblem)
    guard fencing.isEmpty, syncing.isEmpty || options.acceptsUnsynced else {
      throw .unreliable(fencing + syncing)
    }
    return (syncing, reports.count)
  }

  private func sleep() async { await waitFor { connection.call(after: Self.pause, $0) } }
}
