// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Has a server take up what it is told on SIGHUP, whole or not at all.
struct ReloadService: Service {
  let server: ServerActor
  /// Gathers what it is told once more.
  let read: @Sendable () throws(SettingsProblem) -> ServerSettings
  /// What it goes by at first.
  let settings: ServerSettings
  let threshold: LogThreshold
  let terminal: StartingTerminal
  let logger: Logger

  func run() async throws {
    var current = settings
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      guard !terminal.isGone else {
        // It is not asked to read anything: its terminal was closed.
        logger.info("The terminal was closed: the server stops.")
        kill(getpid(), SIGTERM)
        continue
      }
      current = await reload(current)
    }
  }

  /// Takes up what the server is told now.
  ///
  /// - Returns: what it goes by from then on.
  func reload(_ current: ServerSettings) async -> ServerSettings {
    let change: SettingsChange
    do throws(SettingsProblem) {
      change = SettingsChange(from: current, to: try read())
    } catch {
      refuse(error.sentences)
      return current
    }
    do {
      // Their files may be others though they are called the same.
      let renewed = try change.result.makeCertificate()
      try await server.configure(change.result.limits, certificate: renewed)
    } catch {
      refuse(["\(error)"])
      return current
    }
    threshold.level = change.result.logLevel
    tell(change)
    return change.result
  }

  private func refuse(_ sentences: [String]) {
    for sentence in sentences { logger.error("\(sentence)") }
    logger.error("The configuration was read and not taken up: the server goes on as it did.")
  }

  private func tell(_ change: SettingsChange) {
    for warning in change.result.warnings { logger.warning("\(warning)") }
    for difference in change.taken { logger.notice("\(difference.sentence(isTaken: true))") }
    for difference in change.postponed { logger.warning("\(difference.sentence(isTaken: false))") }
    let connections = change.result.number(.maxConnections)
    if change.taken.contains(where: { $0.setting == .maxConnections }),
      let warning = Descriptors.warning(connections: connections)
    {
      logger.warning("Until the server starts again: \(warning)")
    }
    logger.info(
      "The configuration was read again.",
      metadata: ["taken": "\(change.taken.count)", "postponed": "\(change.postponed.count)"])
  }
}

/// The terminal a process was started on.
struct StartingTerminal: Sendable {
  private let descriptors: [Int32]

  /// Looks at what the process was given; none if it was told to outlive it, as by `nohup`.
  init() {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let wouldEnd = action.__sigaction_handler.sa_handler == nil
    descriptors =
      wouldEnd ? [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 } : []
  }

  /// Whether it was closed since.
  var isGone: Bool { !descriptors.isEmpty && descriptors.allSatisfy { isatty($0) == 0 } }
}
