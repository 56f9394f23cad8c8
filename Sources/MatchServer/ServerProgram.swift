// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Game
import Glibc
import LibWebSockets
import Lobby
import Logging
import ServiceLifecycle
import Settings
import UnixSignals

/// A server's process, from its settings to its end: for `serve` and for `relay`.
struct ServerProgram {
  /// What the command line says.
  let given: GivenSettings
  /// Whether it stops when standard input closes.
  var stopsWithInput = false
  /// Whether it starts although the journal is damaged or incomplete.
  var acceptsLoss = false
  /// A past day whose deal may be played again; nil for none.
  var recalledDay: RecalledDay?

  /// A process with these settings.
  init(_ given: GivenSettings) { self.given = given }

  /// Serves until a signal stops it.
  ///
  /// - Throws: why it could not start.
  func run() async throws {
    do {
      try await serve()
    } catch {
      throw StartProblem.toldExit(error)
    }
  }

  private func serve() async throws {
    // Ignored until the reload service handles it.
    let terminal = StartingTerminal()
    signal(SIGHUP, SIG_IGN)
    let settings = try given.settingsOrExit()
    let threshold = ServerLog.begin(settings.values)
    // Exceeding the file size limit is a journal error, not a reason to die.
    signal(SIGXFSZ, SIG_IGN)
    let logger = Logger(label: "facedown-server")
    for warning in settings.warnings { logger.warning("\(warning)") }
    var network = EventLoopOptions()
    network.log = { level, line in
      logger.log(level: level == .error ? .warning : .debug, "libwebsockets: \(line)")
    }
    if let shortage = EventLoop.descriptorShortage(least: Descriptors.least) {
      throw ValidationError(shortage)
    }
    var (options, fingerprint) = try settings.values.serverOptions(
      outlivesItsInput: !stopsWithInput, relays: given.isForRelay)
    options.acceptsLoss = acceptsLoss
    options.recalledDay = recalledDay
    let connections = options.limits.process.connections
    network.maximumDescriptors = Descriptors.wanted(connections: connections)
    let loop = try EventLoop.start(network)
    defer { loop.stop() }
    if let warning = Descriptors.warning(connections: connections) { logger.warning("\(warning)") }
    let server = ServerActor(loop: loop, options: options, logger: logger)
    let queue = ReloadQueue()
    await server.reloads { queue.ask($0) }
    let service = ServerService(
      server: server, fingerprint: fingerprint, pages: options.pages,
      untilInputEnds: stopsWithInput, logger: logger)
    let given = given
    let reloading = ReloadService(
      server: server,
      read: { () throws(SettingsProblem) in try given.merged() },
      settings: settings, queue: queue, threshold: threshold, terminal: terminal, logger: logger)
    var group = ServiceGroupConfiguration(
      services: [service, reloading], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: Logger(label: "services"))
    group.maximumGracefulShutdownDuration = .seconds(3)
    try await ServiceGroup(configuration: group).run()
  }
}

/// The server as a service, from start to the last closed connection.
private struct ServerService: Service {
  let server: ServerActor
  let fingerprint: CertificateFingerprint?
  let pages: PageService
  let untilInputEnds: Bool
  let logger: Logger

  func run() async throws {
    let start: ServerStart
    do {
      start = try await cancelWhenGracefulShutdown { try await server.start() }
    } catch is CancellationError {
      // Stopped while waiting for another server.
      return
    }
    if untilInputEnds { await server.stopWithInput() }
    await server.stopWhenDrained()
    announce(start)
    try await gracefulShutdown()
    await server.stop()
    // The journal has one second, then clients have half a second to close.
    let deadline = ContinuousClock.now + .milliseconds(1500)
    while await !server.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(10))
    }
    // A disk that does not answer gets another second; a dead one may never do so.
    try await server.closeJournal()
    logger.info("The server has stopped.")
  }

  /// Where browsers find the page, or why they do not.
  private func page(at address: ServerAddress) -> String {
    switch pages {
    case .on: address.pageURL
    case .off: "off"
    case .missing: "none, as this was built without it (make programs)"
    }
  }

  private func announce(_ start: ServerStart) {
    let tls = fingerprint.map { ",\"fingerprint\":\"\($0)\"" } ?? ""
    var kept = ""
    if let restored = start.restored {
      kept =
        ",\"restored\":{\"rooms\":\(restored.rooms),\"sessions\":\(restored.sessions),"
        + "\"took_ms\":\(restored.took.wholeMilliseconds),"
        + "\"outage_ms\":\(restored.outage.wholeMilliseconds)}"
    }
    logger.info(
      "The server is listening.",
      metadata: [
        "url": "\(start.address.url)", "page": "\(page(at: start.address))",
        "version": "\(serverVersion)",
      ])
    if let restored = start.restored {
      logger.info(
        restored.isNew
          ? "Created a new journal: the data folder had none."
          : "Restored rooms and sessions from the journal.",
        metadata: [
          "data": "\(restored.folder)", "rooms": .stringConvertible(restored.rooms),
          "sessions": .stringConvertible(restored.sessions),
          "outage_ms": .stringConvertible(restored.outage.wholeMilliseconds),
        ])
    }
    let metrics = start.metrics.map { ",\"metrics\":\"\($0)\"" } ?? ""
    print("{\"event\":\"listening\",\"url\":\"\(start.address.url)\"\(tls)\(metrics)\(kept)}")
    fflush(nil)
  }
}
