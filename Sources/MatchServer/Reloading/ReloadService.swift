// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import Logging
import ServiceLifecycle
import Settings
import UnixSignals

/// Reloads the configuration on SIGHUP and on admin requests, all or nothing.
struct ReloadService: Service {
  let server: ServerActor
  /// Reads the settings again.
  let read: @Sendable () throws(SettingsProblem) -> MergedSettings<ServerSettings>
  /// The initial settings.
  let settings: MergedSettings<ServerSettings>
  /// The pending requests.
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

  /// Serves reload requests one after the other until the queue is closed.
  func serve() async {
    var current = settings
    for await wish in queue.wishes {
      if case .signal = wish, terminal.isGone {
        // The signal means that the terminal was closed.
        logger.info("The terminal was closed: the server is stopping.")
        kill(getpid(), SIGTERM)
        continue
      }
      let outcome: ReloadOutcome
      (current, outcome) = await reload(current)
      if case .request(let reply) = wish { reply(outcome.answer) }
    }
  }

  /// Reloads the settings.
  ///
  /// - Parameter current: the settings in force.
  /// - Returns: the settings in force from now on, and the outcome.
  func reload(
    _ current: MergedSettings<ServerSettings>
  ) async -> (MergedSettings<ServerSettings>, ReloadOutcome) {
    let change: SettingsChange
    do throws(SettingsProblem) {
      change = SettingsChange(from: current, to: try read())
    } catch {
      return (current, refuse(error.sentences))
    }
    var effects = change.effects
    do {
      // The files may have changed although their paths have not.
      let certificate = try change.result.values.makeCertificate()
      if try await server.configure(change.result.values.limits, certificate: certificate),
        let certificate
      {
        let sentence = "New connections get the certificate now in \(certificate.source)."
        effects.insert(AdminReply.Effect(kind: .changed, says: sentence), at: 0)
      }
    } catch {
      return (current, refuse(["\(error)"]))
    }
    threshold.level = change.result.values.logLevel
    report(change)
    return (change.result, .taken(effects))
  }

  private func refuse(_ sentences: [String]) -> ReloadOutcome {
    for sentence in sentences { logger.error("\(sentence)") }
    logger.error("The new configuration was rejected: the server keeps the old one.")
    return .refused(sentences)
  }

  private func report(_ change: SettingsChange) {
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

/// The terminal a process was started from.
struct StartingTerminal: Sendable {
  private let descriptors: [Int32]

  /// The process's terminal; none if it ignores SIGHUP, as under `nohup`.
  init() {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let wouldEnd = action.__sigaction_handler.sa_handler == nil
    descriptors =
      wouldEnd ? [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 } : []
  }

  /// Whether it has been closed.
  var isGone: Bool { !descriptors.isEmpty && descriptors.allSatisfy { isatty($0) == 0 } }
}

/// Reload requests, one after the other: signals expect no answer, admin requests wait for one.
struct ReloadQueue: Sendable {
  /// A reload request.
  enum Wish: Sendable {
    /// SIGHUP.
    case signal
    /// An admin request, which gets an answer.
    case request(ControlListener.Reply)
  }

  /// Maximum queue length; the admin socket has fewer connections.
  static let limit = 16

  /// The requests in order, until the queue is closed.
  let wishes: AsyncStream<Wish>
  private let continuation: AsyncStream<Wish>.Continuation

  /// An empty queue.
  init() {
    (wishes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
  }

  /// Enqueues a signal.
  ///
  /// If the queue is full nothing is lost: the waiting requests read the same configuration.
  func hangUp() { continuation.yield(.signal) }

  /// Enqueues an admin request; from any thread.
  func ask(_ reply: @escaping ControlListener.Reply) {
    switch continuation.yield(.request(reply)) {
    case .enqueued: return
    case .dropped:
      reply(
        .refused(
          AdminRefusal(
            .tooMany,
            "\(Self.limit) reloads are already waiting: try again in a moment.")))
    default: reply(.refused(AdminRefusal(.unavailable, "The server is already stopping.")))
    }
  }

  /// Closes the queue; waiting requests are still served.
  func close() { continuation.finish() }
}
