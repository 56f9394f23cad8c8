// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Crypto

/// Why a listener could not be opened.
public enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Somebody listens there already.
  case portInUse(host: String, port: UInt16)
  /// The host is no address and no name that can be resolved; `reason` is the resolver's word for
  /// why.
  case hostUnknown(host: String, reason: String)
  /// No network interface of this machine has the address.
  case addressNotHere(host: String)
  /// Ports below 1024 are for the superuser.
  case notPermitted(port: UInt16)
  /// Certificate or key cannot be used.
  case identity(CertificateError)
  /// The loop has been stopped.
  case loopEnded
  /// Something else, in the system's words.
  case system(reason: String)

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) on \(host) is in use: stop the program that listens there, or choose another."
    case .hostUnknown(let host, let reason):
      "\"\(host)\" is no host to listen on (\(reason)): give an address like 127.0.0.1 or 0.0.0.0."
    case .addressNotHere(let host):
      "\(host) is not an address of this machine: give one of its own, or 0.0.0.0 for all of them."
    case .notPermitted(let port):
      "Port \(port) may be used by the superuser only: choose one from 1024 on."
    case .identity(let error):
      error.description
    case .loopEnded:
      "The network loop has been stopped: listen on a running one."
    case .system(let reason):
      "The listener could not be opened (\(reason))."
    }
  }
}
