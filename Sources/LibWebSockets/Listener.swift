// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
public import Crypto
internal import Glibc

/// A port that takes WebSockets and answers plain HTTP, made by ``EventLoop/listen(_:handler:)``;
/// for the loop's thread.
///
/// It listens until ``close()`` or the end of the loop; letting go of it changes nothing.
public final class Listener {
  /// The port listened on, also when the options left the choice to the system.
  public let port: UInt16
  /// What it was opened with, and given since.
  public private(set) var options: ListenOptions
  let handler: any ServerHandler
  let names: SubprotocolNames

  /// Its handshakes that are not let in yet.
  var handshakes: Set<OpaquePointer> = []

  private let core: LoopCore
  private let key: SlotKey
  private let host: OpaquePointer
  /// What it shows in TLS; nil for none.
  private let credentials: CurrentCredentials?
  private let watcher = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
  /// The listening socket; -1 once closed.
  private var descriptor: Int32
  /// Runs while accepting is suspended for want of descriptors.
  private var pause: LoopTimer?

  /// How many connections one tick may take, so that those inside get their turn.
  private static let acceptsPerTick = 16
  /// How long to wait after the process has run out of descriptors.
  private static let pauseWithoutDescriptors = Duration.milliseconds(100)

  init(
    core: LoopCore, key: SlotKey, options: ListenOptions, handler: any ServerHandler,
    names: SubprotocolNames, host: OpaquePointer, credentials: CurrentCredentials?,
    descriptor: Int32, port: UInt16
  ) {
    self.core = core
    self.key = key
    self.options = options
    self.handler = handler
    self.names = names
    self.host = host
    self.credentials = credentials
    self.descriptor = descriptor
    self.port = port
    startAccepting()
  }

  deinit { watcher.deallocate() }

  /// Shows another certificate in the handshakes that follow; connections that are open go on.
  ///
  /// - Parameter identity: the new certificate and its key.
  /// - Throws: `CertificateError` when they cannot be used, or the listener speaks in the clear;
  ///   then the old ones stay.
  public func renew(_ identity: TLSIdentity) throws(CertificateError) {
    guard let credentials else { throw .refused("the listener was opened without TLS") }
    try credentials.replace(with: ServerCredentials(identity))
    options.identity = identity
  }

  /// Has connections that open from now on keep to `connection`, but for its times of silence.
  public func limit(_ connection: ConnectionOptions) {
    connection.check()
    options.connection = connection
  }

  /// Stops listening and frees the port; closing twice is harmless.
  ///
  /// Connections that are open stay so; sockets that are still at their handshake are turned away.
  public func close() {
    guard descriptor >= 0 else { return }
    pause?.cancel()
    ev_io_stop(core.evLoop, watcher)
    Glibc.close(descriptor)
    descriptor = -1
    _ = core.listeners.remove(key)
  }

  private func startAccepting() {
    clws_readable_start(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<Listener>.fromOpaque(owner).takeUnretainedValue().acceptAll()
      }, Unmanaged.passUnretained(self).toOpaque(), descriptor)
  }

  private func acceptAll() {
    for _ in 0..<Listener.acceptsPerTick {
      // A handler may have closed the listener between two handshakes.
      guard descriptor >= 0 else { return }
      var storage = sockaddr_storage()
      let socket = clws_accept(descriptor, &storage)
      if socket >= 0 {
        welcome(socket, PeerAddress(storage))
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        return suspendAccepting(for: Listener.pauseWithoutDescriptors)
      default: return
      }
    }
  }

  private func welcome(_ socket: Int32, _ peer: PeerAddress?) {
    guard let peer, handshakes.count < options.maximumHandshakes ?? .max, handler.admit(peer) else {
      Glibc.close(socket)
      return
    }
    SocketTuning.apply(to: socket)
    let handshake = clws_adopt(
      host, socket, options.identity == nil ? 0 : 1, SocketMark.listener(key).pointer)
    guard let handshake else { return }
    handshakes.insert(handshake)
    core.expectRequest(handshake, within: options.handshakeTimeout)
  }

  /// Leaves new sockets in the kernel's queue for a while; the watch is stopped as well, because they
  /// keep the socket readable and the loop would spin.
  func suspendAccepting(for wait: Duration) {
    guard descriptor >= 0, pause == nil else { return }
    ev_io_stop(core.evLoop, watcher)
    pause = LoopTimer(core: core, after: wait) { [unowned self] in
      pause = nil
      startAccepting()
    }
  }
}

extension LoopCore {
  func listen(_ options: ListenOptions, handler: any ServerHandler) throws(ListenError) -> Listener
  {
    guard context != nil else { throw .loopEnded }
    options.connection.check()
    let credentials = try options.identity.map { identity throws(ListenError) in
      do throws(CertificateError) {
        return try CurrentCredentials(ServerCredentials(identity))
      } catch {
        throw .identity(error)
      }
    }
    let (descriptor, port) = try ListeningSocket.open(host: options.host, port: options.port)
    let names = SubprotocolNames(options.subprotocols, keep: keep)
    guard let host = makeServerHost(options, names: names, credentials: credentials) else {
      Glibc.close(descriptor)
      throw .system(reason: "libwebsockets refused")
    }
    if let credentials { shownCredentials.append(credentials) }
    return listeners.insert { key in
      Listener(
        core: self, key: key, options: options, handler: handler, names: names, host: host,
        credentials: credentials, descriptor: descriptor, port: port)
    }
  }
}

extension ServerCredentials {
  fileprivate convenience init(_ identity: TLSIdentity) throws(CertificateError) {
    switch identity {
    case .files(let certificate, let key):
      try self.init(certificateFile: certificate, keyFile: key)
    case .pem(let certificate, let key):
      try self.init(
        certificate: Array(certificate.utf8), key: Array(key.utf8),
        certificateSource: "the given text", keySource: "the given text")
    }
  }
}
