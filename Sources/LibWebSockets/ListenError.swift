// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto

/// Why a listener could not be opened.
package enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case portInUse(host: String, port: UInt16)
  /// The host is neither an address nor a name that can be resolved; `reason` is the resolver's.
  case hostUnknown(host: String, reason: String)
  /// No network interface of this machine has the address.
  case addressNotHere(host: String)
  /// Ports below 1024 need privileges.
  case notPermitted(port: UInt16)
  /// Certificate or key cannot be used.
  case identity(CertificateError)
  /// The loop has been stopped.
  case loopEnded
  /// Another error; `reason` is the system's.
  case system(reason: String)

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use: stop the program that listens there, or choose another."
    case .hostUnknown(let host, let reason):
      "\"\(host)\" is not a host to listen on (\(reason)): give an address like 127.0.0.1 or "
        + "0.0.0.0."
    case .addressNotHere(let host):
      "\(host) is not an address of this machine: give one of its own, or 0.0.0.0 for all of them."
    case .notPermitted(let port):
      "Port \(port) needs root privileges: choose one from 1024 up."
    case .identity(let error):
      error.description
    case .loopEnded:
      "The network loop has been stopped: listen on a running one."
    case .system(let reason):
      "The listener could not be opened (\(reason))."
    }
  }
}
