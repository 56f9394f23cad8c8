// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto

/// A virtual host for outgoing TLS connections and its OpenSSL context.
struct ClientHost {
  let host: OpaquePointer
  let tls: ClientTLSContext
}

extension LoopCore {
  /// Creates one of libwebsockets' virtual hosts, which live as long as the context.
  ///
  /// - Parameters:
  ///   - name: Begins with a slash, which no server name in a TLS handshake does: lws compares
  ///     them.
  ///   - subprotocols: Their names; an unnamed one for plain HTTP is put before them.
  ///   - port: lws' port, which also encodes "none" for clients.
  ///   - configure: Sets further fields.
  /// - Returns: The host; nil if lws refuses.
  func makeHost(
    named name: String, subprotocols: [UnsafePointer<CChar>] = [], port: Int32,
    _ configure: (inout lws_context_creation_info) -> Void = { _ in }
  ) -> OpaquePointer? {
    let table =
      ([UnsafePointer(keep(""))] + subprotocols).map { name in
        var entry = lws_protocols()
        entry.name = name
        entry.callback = LibraryCallback.function
        // A connection keeps a buffer of this size for what it receives.
        entry.rx_buffer_size = 2_048
        entry.tx_packet_size = LoopCore.largestWrite
        return entry
      } + [lws_protocols()]
    var info = lws_context_creation_info()
    info.vhost_name = UnsafePointer(keep(name))
    info.port = port
    // HTTP/2 is not offered: in lws 4.1 it has known holes and gains a game nothing.
    info.alpn = UnsafePointer(keep("http/1.1"))
    // Disables the proxy: lws would send even loopback through the one in `http_proxy`.
    info.http_proxy_address = UnsafePointer(keep(""))
    info.retry_and_idle_policy = noIdlePolicy
    configure(&info)
    return table.withUnsafeBufferPointer { table in
      info.protocols = table.baseAddress
      // lws logs an error for the missing proxy, and one for the missing interface of a server's
      // host.
      return LibraryLog.quietly { lws_create_vhost(context, &info) }
    }
  }

  /// Creates the host of a listener with a socket of our own.
  ///
  /// lws binds a socket for every serving host, unless its network interface does not exist yet; so
  /// it is given one that never will. And it finds the host for a request by port, unless the
  /// port is 0.
  func makeServerHost(
    _ options: ListenOptions, names: SubprotocolNames, credentials: CurrentCredentials?
  ) -> OpaquePointer? {
    credentialsToInstall = credentials
    defer { credentialsToInstall = nil }
    return makeHost(named: "/listener", subprotocols: names.pointers, port: 0) { info in
      info.iface = UnsafePointer(keep("/"))
      if credentials != nil {
        info.options =
          UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
          | UInt64(LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX)
          | UInt64(LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS)
      }
    }
  }

  /// The host for outgoing connections that trust `authorities`.
  func clientHost(_ authorities: ClientTLSContext.Authorities) throws(CertificateError)
    -> OpaquePointer?
  {
    if let known = clientHosts[authorities] { return known.host }
    let tls = try ClientTLSContext(authorities)
    let made = makeHost(named: "/client", port: CONTEXT_PORT_NO_LISTEN) { info in
      info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
      info.provided_client_ssl_ctx = tls.pointer
    }
    guard let made else { return nil }
    clientHosts[authorities] = ClientHost(host: made, tls: tls)
    return made
  }
}
