// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Crypto
import Game
import Glibc
public import LibWebSockets
import Lobby
public import Logging
import Protocol

/// A match server on a loop: the one actor at the edge, with everything inside it plain.
///
/// Its executor is the loop itself, so what the loop calls back needs no hop and no lock. Outside
/// see only `start` and `stop`.
public actor ServerActor {
  private let loop: EventLoop
  private var options: ServerOptions
  private var shell: ServerShell?
  private var journal: SQLiteJournal?
  private var listener: Listener?
  private var metrics: Listener?
  private var input: DescriptorWatch?
  private let rounds: PeriodicChecks
  private let logger: Logger
  private var office: AdminRouter?
  private var adminSocket: AdminSocket?
  private var reload: (@Sendable (@escaping AdminRouter.Reply) -> Void)?

  /// How often a server that waits for another one looks again.
  private static let waitingInterval = Duration.milliseconds(20)

  /// A server that is not listening yet.
  public init(
    loop: EventLoop, options: ServerOptions, logger: Logger = Logger(label: "facedown-server")
  ) {
    self.loop = loop
    self.options = options
    self.logger = logger
    rounds = PeriodicChecks(loop: loop, logger: logger)
  }

  /// The loop's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Begins to listen, and goes on with what is kept; waits for folder and port if it is told to.
  ///
  /// - Returns: where, and what it goes on with.
  /// - Throws: `ListenError`, for example when the port is in use, `DataDirectoryError` or
  ///   `JournalError` where matches are to be kept; `CancellationError` while it waits.
  public func start() async throws -> ServerStart {
    precondition(listener == nil, "A server starts once.")
    if let path = options.adminSocket {
      try AdminSocket.check(path)
      // Beside the matches it is by default, and that folder is made where it is missing.
      if path != options.dataPath.map(AdminPath.inFolder) { try AdminSocket.checkFolder(of: path) }
    }
    let directory = try await claimDirectory()
    let journal: any Journal
    let store: JournalStore?
    if let directory {
      let opened = try JournalStore(in: directory, acceptsLoss: options.acceptsLoss)
      let kept = SQLiteJournal(
        loop: loop, writer: JournalWriter(store: opened, directory: directory), logger: logger)
      self.journal = kept
      (journal, store) = (kept, opened)
    } else {
      (journal, store) = (InMemoryJournal(), nil)
    }
    let core = ServerCore(
      key: RandomBytes.make(32), dealer: .fair(.openSSL), limits: options.limits,
      version: options.version)
    let shell = ServerShell(
      loop: loop, core: core, journal: journal, limits: options.limits, version: options.version,
      logger: logger)
    // Before players' listener, so that nobody is let in while this one is waited for.
    metrics = try await listenForMetrics(shell)
    defer { if !shell.isOpen { metrics?.close() } }
    let listener = try await listen(shell)
    self.shell = shell
    self.listener = listener
    shell.answer(
      to: options.names(port: listener.port), asHosts: options.hostNames(machine: machineName()))
    // Who connects meanwhile waits in the kernel: nothing of theirs is heard before this is done.
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
    rounds.onStep = { [weak shell] in shell?.core.book.count(.clockSteps) }
    rounds.start(with: options.certificate)
    shell.certificateExpiry = options.certificate?.validUntil
    start.metrics = metrics.map { "http://\(ListenAddress(host: $0.options.host, port: $0.port))" }
    do {
      try openOffice(before: shell)
    } catch {
      listener.close()
      throw error
    }
    shell.isOpen = true
    return start
  }

  /// Keeps to other bounds from now on, and shows another certificate in the handshakes to come.
  ///
  /// - Parameters:
  ///   - limits: the bounds.
  ///   - certificate: the certificate, if it was read again.
  /// - Returns: whether it is another certificate.
  /// - Throws: `CertificateError` where it cannot be shown; then nothing has changed.
  @discardableResult
  func configure(
    _ limits: ServerLimits, certificate: ServerCertificate?
  ) throws(CertificateError) -> Bool {
    let isRenewed = certificate.map { $0.identity != options.certificate?.identity } ?? false
    if let certificate, isRenewed {
      try listener?.renew(certificate.identity)
      options.identity = certificate.identity
      options.certificate = certificate
      rounds.renew(certificate)
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

  private func restore(
    _ shell: ServerShell, from store: JournalStore, in directory: DataDirectory
  ) throws(JournalError) -> ServerStart.Restored {
    let begin = ContinuousClock.now
    var contents = try store.load(now: ServerClock().now, acceptsLoss: options.acceptsLoss)
    warn(of: contents, from: store, in: directory)
    if let beat = directory.lastBeat {
      // An entry that is later than the last beat shows that somebody was there.
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
      sessions: contents.lobby.sessions.count,
      took: ContinuousClock.now - begin, outage: outage)
  }

  /// Tells the log what is gone on without.
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

  /// What this machine calls itself; empty if it does not say.
  private func machineName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Lets whoever runs the server ask it.
  private func openOffice(before shell: ServerShell) throws(AdminSocketError) {
    guard let path = options.adminSocket else { return }
    let office = AdminRouter(loop: loop, shell: shell)
    office.reload = reload
    if let journal {
      office.backup = { journal.backUp(to: $0, replaces: $1, $2) }
    }
    let audit = AuditLog(path: options.dataPath.map { $0 + "/audit.log" }, logger: logger)
    let visits = AdminServerOptions(audit: audit) { office.ask($0, $1) }
    adminSocket = try AdminSocket(path: path, loop: loop, visits: visits)
    self.office = office
  }

  private func claimDirectory() async throws -> DataDirectory? {
    guard let path = options.dataPath else { return nil }
    return try await waiting { try DataDirectory(path: path) }
  }

  private func listen(_ shell: ServerShell) async throws -> Listener {
    var listen = ListenOptions(host: options.host, port: options.port)
    listen.path = ServerOptions.path
    listen.subprotocols = WireEncoding.allCases.map(\.subprotocol)
    listen.identity = options.identity
    listen.connection = connectionOptions
    return try await waiting { try loop.listen(listen, handler: shell) }
  }

  private func listenForMetrics(_ shell: ServerShell) async throws -> Listener? {
    guard let address = options.metrics else { return nil }
    if let warning = MetricsEndpoint.warning(address) { logger.warning("\(warning)") }
    let endpoint = MetricsEndpoint(
      readiness: { [weak shell] in shell?.readiness ?? .draining },
      write: { [weak shell] in shell?.writeMetrics() ?? "" })
    shell.watchLoop()
    return try await waiting {
      try loop.listen(MetricsEndpoint.options(address), handler: endpoint)
    }
  }

  /// What connections are kept to below their messages.
  private var connectionOptions: ConnectionOptions {
    var connection = ConnectionOptions()
    connection.maximumMessageBytes = options.limits.client.messageBytes
    connection.maximumPieces = options.limits.client.messagePieces
    let bytes = Double(options.limits.client.bytesPerSecond)
    connection.readRate = .init(burst: bytes, perSecond: bytes)
    return connection
  }

  /// Tries again and again while somebody else has what it needs, if it is told to.
  private func waiting<Value>(_ attempt: () throws -> Value) async throws -> Value {
    var hasSaidSo = false
    while true {
      do {
        return try attempt()
      } catch {
        guard options.waits, let occupant = ResourceHolder(error) else { throw error }
        if !hasSaidSo { logger.notice("\(occupant.sentence)") }
        hasSaidSo = true
        try await Task.sleep(for: Self.waitingInterval)
      }
    }
  }

  /// Stops listening and says goodbye to everyone, as the options say; connections close soon after.
  public func stop() {
    rounds.stop()
    listener?.close()
    listener = nil
    adminSocket?.close()
    shell?.leave(options.farewell)
  }

  /// Waits until everything that was decided is on the disk, for a second at the longest.
  ///
  /// - Throws: `JournalUnwritten` where the disk does not answer in that time.
  public func closeJournal() async throws(JournalUnwritten) {
    shell?.beatForTheLastTime()
    try await journal?.close(within: ServerCore.flushLimit, isolation: self)
  }

  /// Stops the process, as SIGTERM does, once standard input ends.
  func stopWithInput() {
    input = loop.watch(fileDescriptor: STDIN_FILENO) { [weak self] in
      var buffer = [UInt8](repeating: 0, count: 256)
      guard read(STDIN_FILENO, &buffer, buffer.count) == 0 else { return }
      self?.assumeIsolated { $0.input?.cancel() }
      kill(getpid(), SIGTERM)
    }
  }

  /// Stops the process, as SIGTERM does, once it has drained.
  func stopWhenDrained() {
    shell?.drained = { [logger] in
      logger.notice("Drained: the server is stopping.")
      kill(getpid(), SIGTERM)
    }
  }

  /// Reads settings again by `hook` when whoever runs the server asks for it; before it starts.
  func reloads(by hook: @escaping @Sendable (@escaping AdminRouter.Reply) -> Void) {
    reload = hook
  }

  /// Whether every connection is gone and the journal has all there was.
  public var isEmpty: Bool { shell?.isEmpty ?? true }
}
