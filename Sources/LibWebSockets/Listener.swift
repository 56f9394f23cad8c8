// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
package import Crypto
internal import Glibc

/// A port that serves WebSockets and plain HTTP, made by ``EventLoop/listen(_:handler:)``; for the
/// loop's thread.
///
/// It listens until ``close()`` or the end of the loop, even without references.
package final class Listener {
  /// The port, also if the system chose it.
  package let port: UInt16
  /// Its options, including later changes.
  package private(set) var options: ListenOptions
  let handler: any ServerHandler
  let names: SubprotocolNames

  /// Its handshakes in progress.
  var handshakes: Set<OpaquePointer> = []

  private let core: LoopCore
  private let key: SlotKey
  private let host: OpaquePointer
  /// Its TLS certificate; nil for none.
  private let credentials: CurrentCredentials?
  private var acceptor: Acceptor?

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
    self.port = port
    acceptor = Acceptor(core: core, descriptor: descriptor) { [unowned self] in welcome($0, $1) }
  }

  /// Uses another certificate for later handshakes; open connections are unaffected.
  ///
  /// - Parameter identity: the new certificate and its key.
  /// - Throws: `CertificateError` if they cannot be used, or the listener has no TLS; then the old
  ///   ones stay.
  package func renew(_ identity: TLSIdentity) throws(CertificateError) {
    guard let credentials else { throw .refused("the listener was opened without TLS") }
    try credentials.replace(with: ServerCredentials(identity))
    options.identity = identity
  }

  /// Applies new limits to connections opened from now on.
  package func limit(_ connection: ConnectionOptions) {
    connection.check()
    options.connection = connection
  }

  /// Stops listening and frees the port; closing twice is harmless.
  ///
  /// Open connections stay open; handshakes in progress are dropped.
  package func close() {
    acceptor?.close()
    acceptor = nil
    _ = core.listeners.remove(key)
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

  /// Leaves new connections in the kernel's queue for a while.
  func suspendAccepting(for wait: Duration) { acceptor?.suspend(for: wait) }
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
