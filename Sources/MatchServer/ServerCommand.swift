// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
import Crypto
import Game
import Glibc
import LibWebSockets
import Logging
import ServiceLifecycle
import UnixSignals

/// `facedown-server serve`, or without a word: hosts matches until it is told to stop.
public struct ServerCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  public static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Host matches of Memory over WebSockets.",
    discussion: """
      When it is ready it prints one line of JSON on standard output, for example
      {"event":"listening","url":"ws://127.0.0.1:7777"}; everything else goes to standard error.
      SIGTERM or SIGINT stops it.
      """)

  @Option(
    help: ArgumentHelp("Where to listen; port 0 picks a free one.", valueName: "host:port"))
  var listen = ListenAddress(host: "127.0.0.1", port: 7777)

  @Option(
    help: ArgumentHelp(
      "Where to answer /metrics, /healthz and /readyz over plain HTTP; port 0 picks a free one.",
      discussion: """
        Nobody is asked for a password there: keep it on this machine, or in a network of your own.
        Without it nobody is told.
        """, valueName: "host:port"))
  var metrics: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "What this server is dialled as, which players' keys are proven to; may be repeated.",
      discussion: """
        A host name or an address, with the port where players use another than the one listened on,
        as behind a proxy. Without it, localhost and where it listens.
        """, valueName: "host[:port]"))
  var publicName: [PublicName] = []

  @Option(
    help: ArgumentHelp(
      "The folder matches are kept in.",
      discussion: """
        One server at a time has it. Without it, $STATE_DIRECTORY, $XDG_STATE_HOME/facedown or
        ~/.local/state/facedown.
        """, valueName: "folder"))
  var data: String?

  @Flag(help: "Keep matches in memory: they end with the server.")
  var inMemory = false

  @Flag(help: "Wait until the server that has the folder or the port leaves, then take over.")
  var wait = false

  @Option(help: ArgumentHelp("The certificate chain for wss://, PEM.", valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's private key, PEM.", valueName: "file"))
  var tlsKey: String?

  @Flag(help: "Make a certificate for wss:// at the start and print its fingerprint.")
  var tlsSelfSigned = false

  @OptionGroup(title: "Limits")
  var limits: LimitArguments

  @Flag(help: "Stop when standard input ends, as it does when the program that started this ends.")
  var untilInputEnds = false

  /// Made by the parser.
  public init() {}

  /// Refuses arguments that do not fit together.
  ///
  /// - Throws: a sentence with what to do.
  public func validate() throws {
    guard !(inMemory && data != nil) else {
      throw ValidationError("Give either --data or --in-memory, not both.")
    }
    guard publicName.count <= PublicName.limit else {
      throw ValidationError("Give --public-name at most \(PublicName.limit) times.")
    }
    guard metrics == nil || metrics != listen || listen.port == 0 else {
      throw ValidationError(
        "--metrics and --listen are both \(listen): give them ports of their own.")
    }
    guard data != "" else { throw ValidationError("--data names no folder.") }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key go together: give both.")
    }
    guard !(tlsSelfSigned && tlsCertificate != nil) else {
      throw ValidationError("Give either --tls-self-signed or a certificate, not both.")
    }
  }

  /// Hosts until a signal says stop.
  ///
  /// - Throws: why it could not begin.
  public func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    // A journal that may not grow is one that cannot be written, and no reason to end.
    signal(SIGXFSZ, SIG_IGN)
    let logger = Logger(label: "facedown-server")
    var network = EventLoopOptions()
    network.log = { level, line in
      logger.log(level: level == .error ? .warning : .debug, "libwebsockets: \(line)")
    }
    if let shortage = EventLoop.descriptorShortage(least: LimitArguments.leastDescriptors) {
      throw ValidationError(shortage)
    }
    let wanted = limits.maxConnections + LimitArguments.descriptorsBesides
    network.maximumDescriptors = wanted
    let loop = try EventLoop.start(network)
    defer { loop.stop() }
    if let warning = EventLoop.descriptorWarning(wanted: wanted) { logger.warning("\(warning)") }
    let (identity, fingerprint) = try makeIdentity()
    var options = ServerOptions(host: listen.host, port: listen.port, identity: identity)
    // What only this process remembers, or only one who has left wanted, is not worth coming back to.
    options.farewell =
      inMemory || untilInputEnds ? .stopping : .restarting(retryAfter: .seconds(1))
    options.dataPath = inMemory ? nil : try DataPath.resolved(data)
    options.waits = wait
    options.publicNames = publicName
    options.metrics = metrics
    options.limits = limits.limits
    let server = ServerActor(loop: loop, options: options)
    let service = ServerService(
      server: server, fingerprint: fingerprint, untilInputEnds: untilInputEnds)
    var group = ServiceGroupConfiguration(
      services: [service], gracefulShutdownSignals: [.sigterm, .sigint],
      logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(2)
    try await ServiceGroup(configuration: group).run()
  }

  private func makeIdentity() throws -> (TLSIdentity?, CertificateFingerprint?) {
    if let tlsCertificate, let tlsKey {
      return (.files(certificate: tlsCertificate, key: tlsKey), nil)
    }
    guard tlsSelfSigned else { return (nil, nil) }
    let names = listen.host == "0.0.0.0" || listen.host == "::" ? [] : [listen.host]
    let made = try SelfSignedCertificate.make(
      names: names + ["localhost", "127.0.0.1", "::1"].filter { !names.contains($0) },
      validFor: .seconds(365 * 86_400))
    return (.pem(certificate: made.certificatePEM, key: made.privateKeyPEM), made.fingerprint)
  }
}

/// The server as a service: from listening to the last goodbye.
private struct ServerService: Service {
  let server: ServerActor
  let fingerprint: CertificateFingerprint?
  let untilInputEnds: Bool

  func run() async throws {
    let start: ServerStart
    do {
      start = try await cancelWhenGracefulShutdown { try await server.start() }
    } catch is CancellationError {
      // It was told to stop while it waited for another server to leave.
      return
    }
    if untilInputEnds { await server.stopWithInput() }
    announce(start)
    try await gracefulShutdown()
    await server.stop()
    // The journal has a second, and who then does not answer the goodbye within half a second is cut
    // off when the loop stops.
    let deadline = ContinuousClock.now + .milliseconds(1500)
    while await !server.isEmpty, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(10))
    }
    await server.closeJournal()
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
    let metrics = start.metrics.map { ",\"metrics\":\"\($0)\"" } ?? ""
    print("{\"event\":\"listening\",\"url\":\"\(start.address.url)\"\(tls)\(metrics)\(kept)}")
    fflush(nil)
  }
}
