// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Has a server take up what it is told on SIGHUP and when its host asks for it, whole or not at all.
struct ReloadService: Service {
  let server: ServerActor
  /// Gathers what it is told once more.
  let read: @Sendable () throws(SettingsProblem) -> ServerSettings
  /// What it goes by at first.
  let settings: ServerSettings
  /// Who wants it.
  let queue: ReloadQueue
  let threshold: LogThreshold
  let terminal: StartingTerminal
  let logger: Logger

  func run() async throws {
    await withDiscardingTaskGroup { group in
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
          queue.hangUp()
        }
        queue.close()
      }
      await serve()
    }
  }

  /// Does what is wanted, one wish after the other, until the queue is closed.
  func serve() async {
    var current = settings
    for await wish in queue.wishes {
      if case .signal = wish, terminal.isGone {
        // It is not asked to read anything: its terminal was closed.
        logger.info("The terminal was closed: the server is stopping.")
        kill(getpid(), SIGTERM)
        continue
      }
      let outcome: ReloadOutcome
      (current, outcome) = await reload(current)
      if case .request(let reply) = wish { reply(outcome.answer) }
    }
  }

  /// Takes up what the server is told now.
  ///
  /// - Parameter current: what it goes by.
  /// - Returns: what it goes by from then on, and what is to be said of it.
  func reload(_ current: ServerSettings) async -> (ServerSettings, ReloadOutcome) {
    let change: SettingsChange
    do throws(SettingsProblem) {
      change = SettingsChange(from: current, to: try read())
    } catch {
      return (current, refuse(error.sentences))
    }
    var effects = change.effects
    do {
      // Their files may be others though they are called the same.
      let certificate = try change.result.makeCertificate()
      if try await server.configure(change.result.limits, certificate: certificate),
        let certificate
      {
        let sentence = "New connections get the certificate now in \(certificate.source)."
        effects.insert(AdminReply.Effect(kind: .changed, says: sentence), at: 0)
      }
    } catch {
      return (current, refuse(["\(error)"]))
    }
    threshold.level = change.result.logLevel
    tell(change)
    return (change.result, .taken(effects))
  }

  private func refuse(_ sentences: [String]) -> ReloadOutcome {
    for sentence in sentences { logger.error("\(sentence)") }
    logger.error("The new configuration was rejected: the server keeps the old one.")
    return .refused(sentences)
  }

  private func tell(_ change: SettingsChange) {
    for effect in change.effects {
      logger.log(level: effect.kind == .changed ? .notice : .warning, "\(effect.says)")
    }
    logger.info(
      "Configuration reloaded.",
      metadata: [
        "taken": .stringConvertible(change.taken.count),
        "postponed": .stringConvertible(change.postponed.count),
      ])
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
