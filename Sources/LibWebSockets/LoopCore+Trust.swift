// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto

extension ConnectOptions.Trust {
  /// The authorities for OpenSSL.
  var authorities: ClientTLSContext.Authorities {
    switch self {
    case .system: .system
    case .certificateAuthority(let file): .file(file)
    case .fingerprint: .nobody
    }
  }

  /// Flags for lws: TLS, and no host name check for a certificate pinned by fingerprint.
  var flags: Int32 {
    let always = LCCSCF_USE_SSL.rawValue | LCCSCF_HTTP_NO_FOLLOW_REDIRECT.rawValue
    return switch self {
    case .system, .certificateAuthority: Int32(always)
    case .fingerprint: Int32(always | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK.rawValue)
    }
  }
}

extension LoopCore {
  /// OpenSSL has checked one certificate of the server's chain; 0 continues where allowed.
  func verify(_ event: LibraryEvent, _ dial: Dial) -> Int32 {
    // `user` is the X509_STORE_CTX, `count` whether OpenSSL accepted it.
    guard let user = event.user else { return -1 }
    let storeContext = OpaquePointer(user)
    if event.count != 0 { return 0 }
    if case .fingerprint = dial.options.tls {
      PeerVerification.overrule(storeContext)
      return 0
    }
    dial.failure = .notTrusted(
      host: dial.options.host, reason: PeerVerification.problem(in: storeContext))
    return -1
  }

  /// Whether the server has the expected certificate: checked after TLS and before the first byte
  /// of the request.
  func hasExpectedFingerprint(_ event: LibraryEvent, _ dial: Dial) -> Bool {
    guard case .fingerprint(let expected) = dial.options.tls else { return true }
    let presented = lws_get_ssl(event.socket).flatMap(PeerVerification.peerFingerprint)
    if presented == expected { return true }
    dial.failure = .wrongFingerprint(expected: expected, presented: presented)
    return false
  }
}
