// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Crypto
import Game
import Glibc
public import LibWebSockets
import Protocol

/// A match server on a loop: the one actor at the edge, with everything inside it plain.
///
/// Its executor is the loop itself, so what the loop calls back needs no hop and no lock. Outside
/// see only `start` and `stop`.
public actor ServerActor {
  private let loop: EventLoop
  private let options: ServerOptions
  private var shell: ServerShell?
  private var listener: Listener?
  private var input: DescriptorWatch?

  /// A server that is not listening yet.
  public init(loop: EventLoop, options: ServerOptions) {
    self.loop = loop
    self.options = options
  }

  /// The loop's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// Begins to listen.
  ///
  /// - Returns: where.
  /// - Throws: `ListenError`, for example when the port is in use.
  public func start() throws(ListenError) -> ServerAddress {
    precondition(listener == nil, "A server starts once.")
    let hashing = Hashing.openSSL
    let hall = Hall(
      key: RandomBytes.make(32), dealer: .fair(hashing), limits: options.limits,
      version: options.version)
    let shell = ServerShell(
      loop: loop, hall: hall, journal: InMemoryJournal(), version: options.version)
    var listen = ListenOptions(host: options.host, port: options.port)
    listen.path = ServerOptions.path
    listen.subprotocols = WireEncoding.allCases.map(\.subprotocol)
    listen.identity = options.identity
    listen.connection.maximumMessageBytes = options.limits.client.messageBytes
    listen.connection.maximumPieces = options.limits.client.messagePieces
    let listener = try loop.listen(listen, handler: shell)
    self.shell = shell
    self.listener = listener
    return ServerAddress(
      host: options.host, port: listener.port, isEncrypted: options.identity != nil)
  }

  /// Stops listening and says goodbye to everyone, as the options say; connections close soon after.
  public func stop() {
    listener?.close()
    listener = nil
    shell?.leave(options.farewell)
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

  /// Whether every connection is gone and the journal has all there was.
  public var isEmpty: Bool { shell?.isEmpty ?? true }
}
