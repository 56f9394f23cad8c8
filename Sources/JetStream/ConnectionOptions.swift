// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CNats
import Glibc

/// The servers to connect to, and the credentials to connect with.
package struct ConnectionOptions: Hashable, Sendable {
  /// What shows the servers who is there.
  package enum Credentials: Hashable, Sendable {
    /// Nothing.
    case none
    /// A user with a password.
    case password(user: String, password: String)
    /// A file with a token and its seed, as `nsc` writes it.
    case file(String)
  }

  /// How the servers are known, and the connection itself: paths of PEM files.
  package struct TLS: Hashable, Sendable {
    /// The authorities that the servers' certificates come from; nil for the system's.
    package var authorities: String?
    /// A name that the certificate of every server has; nil for the host in the server's address.
    package var serverName: String?
    /// The connection's own certificates; nil for none.
    package var certificates: String?
    /// The certificates' key, if there are any.
    package var key: String?

    /// The system's authorities, and no certificate.
    package init() {}
  }

  /// `nats://` or `tls://` addresses of some servers; each tells of the others.
  package var servers: [String]
  /// What the servers' lists call the connection.
  package var name: String
  /// The credentials.
  package var credentials = Credentials.none
  /// How TLS is checked; nil for what the addresses say.
  package var tls: TLS?

  /// Pings are sent this often, and a server that leaves two unanswered is left.
  static let pingInterval = Duration.seconds(1)
  /// A write that takes longer cuts the connection, and so does a handshake.
  static let patience = Duration.seconds(2)
  /// Pause between attempts to connect, a little more at random.
  static let pause = Duration.milliseconds(100)

  /// A connection to servers, by a name.
  package init(servers: [String], name: String) {
    self.servers = servers
    self.name = name
  }

  /// The library's form of it, to be destroyed by the caller; `closure` goes to the callbacks.
  ///
  /// - Throws: `ConnectionError` if an address or a file cannot be used.
  func make(closure: UnsafeMutableRawPointer?) throws(ConnectionError) -> OpaquePointer {
    var pointer: OpaquePointer?
    try check(natsOptions_Create(&pointer), "options")
    guard let options = pointer else { throw ConnectionError(problem: "out of memory") }
    do throws(ConnectionError) {
      try setServers(options)
      try setCredentials(options)
      try setTLS(options)
      try setPace(options)
      try setCallbacks(options, closure)
    } catch {
      natsOptions_Destroy(options)
      throw error
    }
    return options
  }

  private func setServers(_ options: OpaquePointer) throws(ConnectionError) {
    guard !servers.isEmpty else { throw ConnectionError(problem: "no address of a server") }
    var copies: [UnsafePointer<CChar>?] = servers.map { UnsafePointer(strdup($0)) }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    try check(
      natsOptions_SetServers(options, &copies, Int32(copies.count)),
      // Not the addresses themselves: they may have a password.
      "an address of a server")
    try check(natsOptions_SetName(options, name), "name \(name)")
  }

  private func setCredentials(_ options: OpaquePointer) throws(ConnectionError) {
    switch credentials {
    case .none: return
    case .password(let user, let password):
      try check(natsOptions_SetUserInfo(options, user, password), "user \(user)")
    case .file(let path):
      try check(natsOptions_SetUserCredentialsFromFiles(options, path, nil), path)
    }
  }

  private func setTLS(_ options: OpaquePointer) throws(ConnectionError) {
    guard let tls else { return }
    try check(natsOptions_SetSecure(options, true), "TLS")
    if let path = tls.authorities {
      try check(natsOptions_LoadCATrustedCertificates(options, path), path)
    }
    if let name = tls.serverName {
      try check(natsOptions_SetExpectedHostname(options, name), name)
    }
    if let certificates = tls.certificates, let key = tls.key {
      try check(
        natsOptions_LoadCertificatesChain(options, certificates, key), "\(certificates), \(key)")
    }
  }

  private func setPace(_ options: OpaquePointer) throws(ConnectionError) {
    let statuses = [
      natsOptions_SetPingInterval(options, Self.pingInterval.wholeMilliseconds),
      natsOptions_SetMaxPingsOut(options, 2),
      natsOptions_SetTimeout(options, Self.patience.wholeMilliseconds),
      natsOptions_SetWriteDeadline(options, Self.patience.wholeMilliseconds),
      natsOptions_SetAllowReconnect(options, true),
      natsOptions_SetMaxReconnect(options, -1),
      natsOptions_SetReconnectWait(options, Self.pause.wholeMilliseconds),
      natsOptions_SetReconnectJitter(options, 50, 50),
      // What cannot be sent is refused at once instead of landing at some later time.
      natsOptions_SetReconnectBufSize(options, 1),
      // Else the library waits for a millisecond, in case there is more to send.
      natsOptions_SetSendAsap(options, true),
      // One thread for the messages of all subscriptions: callbacks do no more than hand them on.
      natsOptions_UseGlobalMessageDelivery(options, true),
    ]
    for status in statuses { try check(status, "pace") }
  }

  private func setCallbacks(
    _ options: OpaquePointer, _ closure: UnsafeMutableRawPointer?
  ) throws(ConnectionError) {
    let statuses = [
      natsOptions_SetRetryOnFailedConnect(options, true, LibraryCallback.connected, closure),
      natsOptions_SetReconnectedCB(options, LibraryCallback.connected, closure),
      natsOptions_SetDisconnectedCB(options, LibraryCallback.disconnected, closure),
      natsOptions_SetClosedCB(options, LibraryCallback.closed, closure),
      natsOptions_SetErrorHandler(options, LibraryCallback.failed, closure),
    ]
    for status in statuses { try check(status, "callbacks") }
  }

  private func check(_ status: natsStatus, _ what: String) throws(ConnectionError) {
    guard status != NATS_OK else { return }
    throw ConnectionError(problem: "\(String(cString: natsStatus_GetText(status))): \(what)")
  }
}

/// Why a connection cannot even be tried.
package struct ConnectionError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with which part.
  var problem: String

  /// A sentence for the operator.
  package var description: String { "NATS cannot be used as it is configured: \(problem)." }
}

extension Duration {
  /// The duration in milliseconds, without what is left over.
  var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
