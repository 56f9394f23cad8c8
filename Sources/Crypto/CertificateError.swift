// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import COpenSSL

/// Why a certificate, its key or a list of authorities cannot be used.
package enum CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// `source` (a path, or "the given text") holds no certificate in PEM form.
  case noCertificate(source: String)
  /// `source` holds no private key in PEM form, or one with a passphrase.
  case noPrivateKey(source: String)
  /// Certificate and key are both well formed and do not belong together.
  case keyDoesNotMatch(certificate: String, key: String)
  /// The certificate in `source` expired on the day `on`.
  case expired(source: String, on: String)
  /// The certificate in `source` is not valid before the day `from`.
  case notYetValid(source: String, from: String)
  /// A name for a self-signed certificate is neither a host name nor an address.
  case badName(String)
  /// OpenSSL's own error.
  case refused(String)

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "The file \(path) cannot be read (\(reason)): check the path and its permissions."
    case .noCertificate(let source):
      "There is no PEM certificate in \(source):"
        + " it should begin with -----BEGIN CERTIFICATE-----."
    case .noPrivateKey(let source):
      "There is no PEM private key in \(source), or it has a passphrase:"
        + " it should begin with -----BEGIN PRIVATE KEY-----."
    case .keyDoesNotMatch(let certificate, let key):
      "The private key in \(key) does not match the certificate in \(certificate):"
        + " give the two files that were issued together."
    case .expired(let source, let day):
      "The certificate in \(source) has expired (on \(day)): have it renewed, and give the new one."
    case .notYetValid(let source, let day):
      "The certificate in \(source) is not valid before \(day):"
        + " set this machine's clock, or give a certificate that is already valid."
    case .badName(let name):
      "\"\(name)\" is neither a host name nor an IP address:"
        + " give names like example.org or 192.0.2.7."
    case .refused(let reason):
      "OpenSSL refused the certificate (\(reason)): make or fetch it again."
    }
  }

  /// The newest error of this thread in OpenSSL's words; empties the queue.
  static func newest() -> CertificateError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard let reason = ERR_reason_error_string(code) else { return .refused("no reason given") }
    return .refused(String(cString: reason))
  }
}
