// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Crypto
import Game
import Glibc
import Journal
import JournalNATS
package import JournalSQLite
package import LibWebSockets
import Lobby
package import Logging
import Protocol
import Wire

/// A match server on an event loop: the one actor at the edge, with plain values inside.
///
/// Its executor is the loop itself, so callbacks need neither a hop nor a lock. `start` and `stop`
/// are its interface.
package actor ServerActor {
  private let loop: EventLoop
  private var options: ServerOptions
  private var shell: ServerShell?
  /// The journal on disk, by its own type, because only that is backed up, marked and closed; nil
  /// in memory.
  private var journal: SQLiteJournal?
  /// The journal of the world; nil for a server by itself.
  private var worldJournal: NATSJournal?
  private var worldSweep: WorldSweep?
  private var listener: Listener?
  private var input: DescriptorWatch?
  private let periodicChecks: PeriodicChecks
  private let logger: Logger
  private var control: ControlListener?
  private var reload: (@Sendable (@escaping ControlListener.Reply) -> Void)?

  /// How often a server with `--wait` retries folder and port.
  private static let waitingInterval = Duration.milliseconds(20)

  /// A server that is not listening yet.
  package init(
    loop: EventLoop, options: ServerOptions, logger: Logger = Logger(label: "facedown-server")
  ) {
    self.loop = loop
    self.options = options
    self.logger = logger
    periodicChecks = PeriodicChecks(loop: loop, logger: logger)
  }

  /// The loop's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Starts listening and restores the journal; with `waits`, first waits for folder and port.
  ///
  /// - Returns: the address, and what was restored.
  /// - Throws: `ListenError`, for example if the port is in use; `DataDirectoryError` or
  ///   `JournalError` for the data folder; `CancellationError` while waiting.
  package func start() async throws -> ServerStart {
    precondition(listener == nil, "A server starts once.")
    let socket = try options.adminSocket.map { path throws(AdminSocketError) in
      try AdminSocketPath(path)
    }
    // The default is inside the data folder, which is created if it is missing.
    if let socket, socket.text != options.dataPath.map(AdminSocketPath.inFolder) {
      try socket.checkFolder()
    }
    let directory = try await claimDirectory()
    let journal: any Journal
    let store: JournalStore?
    var contents: JournalContents?
    if let world = options.world {
      let loop = loop
      let opened = try await world.openJournal(logger: logger) { body in loop.post(body) }
      (worldJournal, contents) = (opened.journal, opened.contents)
      (journal, store) = (opened.journal, nil)
    } else if let directory {
      let opened = try JournalStore(in: directory, acceptsLoss: options.acceptsLoss)
      let kept = SQLiteJournal(
        loop: loop, writer: JournalWriter(store: opened, directory: directory), logger: logger)
      self.journal = kept
      (journal, store) = (kept, opened)
    } else {
      (journal, store) = (InMemoryJournal(), nil)
    }
    var core = ServerCore(
      key: RandomBytes.make(32), dealer: .fair(.openSSL), limits: options.limits,
      version: options.version)
    if let past = options.recalledDay { core.recall(past) }
    let shell = ServerShell(
      loop: loop, core: core, journal: journal, disk: self.journal,
      world: worldJournal.map { WorldShell($0, $0.network, logger: logger) },
      limits: options.limits, version: options.version, pages: options.pages, logger: logger)
    let control = ControlListener(loop: loop, shell: shell, logger: logger)
    self.control = control
    defer {
      if !shell.isOpen {
        control.close()
        worldJournal?.close(within: .zero) { _ in }
        worldJournal = nil
      }
    }
    // Opened first: the server answers `starting` while it waits for the players' port.
    if let address = options.metrics {
      try await waiting { try control.servePages(on: address) }
    }
    if let owner = options.owner { try await reach(owner, from: shell) }
    let listener = try await listen(shell)
    self.shell = shell
    self.listener = listener
    shell.answer(
      to: options.names(port: listener.port),
      asHosts: options.hostNames(machine: MachineName.current))
    // Connections made meanwhile wait in the kernel's queue.
    var start = ServerStart(
      address: ServerAddress(
        host: options.host, port: listener.port, isEncrypted: options.identity != nil))
    if let store, let directory {
      do {
        start.restored = try restore(shell, from: store, in: directory)
      } catch {
        listener.close()
        throw error
      }
    }
    if let contents, let url = options.world?.url { join(shell, contents, at: url) }
    periodicChecks.onStep = { [weak shell] in shell?.core.metrics.count(.clockSteps) }
    periodicChecks.start(with: options.certificate)
    shell.certificateExpiry = options.certificate?.validUntil
    start.metrics = control.pagesURL
    do {
      if let socket { try serveRequests(control, at: socket) }
    } catch {
      listener.close()
      throw error
    }
    shell.isOpen = true
    return start
  }

  /// Applies new limits, and a new certificate to handshakes from now on.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - certificate: the certificate, if it was read again.
  /// - Returns: whether the certificate changed.
  /// - Throws: `CertificateError` if it cannot be used; then nothing has changed.
  @discardableResult
  func configure(
    _ limits: ServerLimits, certificate: ServerCertificate?
  ) throws(CertificateError) -> Bool {
    let isRenewed = certificate.map { $0.identity != options.certificate?.identity } ?? false
    if let certificate, isRenewed {
      try listener?.renew(certificate.identity)
      options.identity = certificate.identity
      options.certificate = certificate
      periodicChecks.renew(certificate)
      shell?.certificateExpiry = certificate.validUntil
      logger.notice(
        "New connections get the new certificate.",
        metadata: ["file": "\(certificate.source)", "fingerprint": "\(certificate.fingerprint)"])
    }
    options.limits = limits
    listener?.limit(connectionOptions)
    shell?.configure(limits)
    return isRenewed
  }

  /// Makes the server a node of its world, once it listens.
  private func join(_ shell: ServerShell, _ contents: JournalContents, at url: String) {
    guard let journal = worldJournal else { preconditionFailure("A node has a world's journal.") }
    _ = shell.restore(contents)
    shell.join(as: journal.node, at: url, problems: journal.state.problems)
    journal.onState = { [logger, weak shell] state in
      shell?.world?.isRegressed = state.regression != nil
      logger.report(state)
    }
    journal.start()
    worldSweep = WorldSweep(journal, for: shell, on: loop, logger: logger)
    logger.info(
      "Joined the world.", metadata: ["node": "\(journal.node)", "url": "\(url)"])
  }

  private func restore(
    _ shell: ServerShell, from store: JournalStore, in directory: DataDirectory
  ) throws(JournalError) -> ServerStart.Restored {
    let begin = ContinuousClock.now
    var contents = try store.load(now: ServerClock().now, acceptsLoss: options.acceptsLoss)
    warn(of: contents, from: store, in: directory)
    if let beat = directory.lastBeat {
      // An entry later than the last heartbeat also proves that the server was alive.
      contents.lobby.lastAlive = max(contents.lobby.lastAlive, beat)
      contents.lastStamp = max(contents.lastStamp, beat)
    }
    let ahead = contents.lastStamp - ServerClock().now
    if ahead >= ClockStepDetector.tolerance {
      logger.warning(
        """
        The machine's clock is \(ahead.rounded) behind the journal's last entry: matches continue \
        from the entry's time. Set the clock, or times shown will be wrong.
        """)
    }
    let outage = shell.restore(contents)
    journal?.noteMark()
    return ServerStart.Restored(
      folder: directory.path, isNew: store.isNew, rooms: contents.lobby.rooms.count,
      sessions: contents.sessions.count,
      took: ContinuousClock.now - begin, outage: outage)
  }

  /// Logs what could not be restored.
  private func warn(
    of contents: JournalContents, from store: JournalStore, in directory: DataDirectory
  ) {
    if let loss = store.loss {
      logger.warning("\(loss.clause(about: store.path)): starting without it (--accept-loss).")
    }
    if directory.isHeartbeatDamaged {
      logger.warning(
        "\(directory.path)/heartbeat cannot be read: commits may be missing from the journal.")
    }
    let shown = 20
    for sentence in contents.damage.prefix(shown) {
      logger.warning(
        "Part of the journal was not restored.", metadata: ["reason": "\(sentence)"])
    }
    if contents.damage.count > shown {
      logger.warning(
        "\(contents.damage.count - shown) more such problems: run facedown-server check.")
    }
  }

  private func serveRequests(
    _ control: ControlListener, at path: AdminSocketPath
  ) throws(AdminSocketError) {
    control.reload = reload
    if let worldJournal { control.answer(about: worldJournal) }
    if let journal {
      control.backup = { path, replaces, reply in
        journal.backUp(to: path, replaces: replaces) { reply(AdminAnswer($0)) }
      }
    }
    try control.serveRequests(
      at: path,
      audit: AuditLog(path: options.dataPath.map { $0 + "/audit.log" }, logger: logger))
  }

  private func claimDirectory() async throws -> DataDirectory? {
    guard let path = options.dataPath else { return nil }
    return try await waiting { try DataDirectory(path: path) }
  }

  /// Waits until a relay has reached its owner, and knows its time and its list of rooms.
  private func reach(_ owner: OwnerAddress, from shell: ServerShell) async throws {
    let connections = shell.relay(owner)
    do {
      while connections.state == .connecting { try await Task.sleep(for: Self.waitingInterval) }
    } catch {
      connections.stop()
      throw error
    }
    if case .failed(let problem) = connections.state { throw problem }
  }

  private func listen(_ shell: ServerShell) async throws -> Listener {
    var listen = ListenOptions(host: options.host, port: options.port)
    listen.path = ServerOptions.path
    listen.subprotocols = WireEncoding.allCases.map(\.subprotocol)
    listen.identity = options.identity
    listen.connection = connectionOptions
    return try await waiting { try loop.listen(listen, handler: shell) }
  }

  /// Transport limits, below the level of messages.
  private var connectionOptions: ConnectionOptions {
    var connection = ConnectionOptions()
    connection.maximumMessageBytes = options.limits.client.messageBytes
    connection.maximumPieces = options.limits.client.messagePieces
    let bytes = Double(options.limits.client.bytesPerSecond)
    connection.readRate = .init(burst: bytes, perSecond: bytes)
    return connection
  }

  /// Runs `attempt`; with `waits`, retries while another process holds the resource.
  private func waiting<Value>(_ attempt: () throws -> Value) async throws -> Value {
    var hasSaidSo = false
    while true {
      do {
        return try attempt()
      } catch {
        guard options.waits, let holder = ResourceHolder(error) else { throw error }
        if !hasSaidSo { logger.notice("\(holder.sentence)") }
        hasSaidSo = true
        try await Task.sleep(for: Self.waitingInterval)
      }
    }
  }

  /// Stops listening and begins the shutdown; connections close soon after.
  package func stop() {
    periodicChecks.stop()
    listener?.close()
    listener = nil
    control?.closeSocket()
    shell?.owner?.stop()
    shell?.leave(options.farewell)
    shell?.world?.end()
  }

  /// Waits at most one second until every decision is on disk.
  ///
  /// - Throws: `JournalUnwritten` if the disk does not answer in that time.
  package func closeJournal() async throws(JournalUnwritten) {
    shell?.beatForTheLastTime()
    try await journal?.close(within: Lifecycle.flushLimit, isolation: self)
    if let worldJournal, await !worldJournal.close(within: Lifecycle.flushLimit) {
      logger.warning("The NATS servers have not answered everything.")
    }
  }

  /// Sends this process SIGTERM when standard input ends.
  func stopWithInput() {
    input = loop.watch(fileDescriptor: STDIN_FILENO) { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 256)
      guard read(STDIN_FILENO, &buffer, buffer.count) == 0 else { return }
      self?.assumeIsolated { $0.input?.cancel() }
      kill(getpid(), SIGTERM)
    }
  }

  /// Sends this process SIGTERM when it has drained.
  func stopWhenDrained() {
    precondition(shell != nil, "Only a server that has started drains.")
    shell?.drained = { [logger] in
      logger.notice("Drained: the server is stopping.")
      kill(getpid(), SIGTERM)
    }
  }

  /// Sets the handler of admin reload requests; call before `start`.
  func reloads(by hook: @escaping @Sendable (@escaping ControlListener.Reply) -> Void) {
    precondition(shell == nil, "The reload hook is set before the server starts.")
    reload = hook
  }

  /// Whether all connections are closed and the journal has answered everything.
  package var isEmpty: Bool { shell?.isEmpty ?? true }
}
