// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Who has what a server needs and may be waited for.
enum ResourceHolder: Hashable, Sendable {
  /// A process that has the folder; its number, if it left one.
  case folder(path: String, by: Int32?)
  /// Whoever listens on the port.
  case port(UInt16, host: String)

  /// Who is in the way by an error; nil where waiting is of no use.
  init?(_ error: any Error) {
    switch error {
    case DataDirectoryError.held(let path, let holder): self = .folder(path: path, by: holder)
    case ListenError.portInUse(let host, let port): self = .port(port, host: host)
    default: return nil
    }
  }

  /// What is waited for.
  var sentence: String {
    switch self {
    case .folder(let path, let holder):
      "Waiting for \(holder.map { "process \($0)" } ?? "another process") to release \(path)."
    case .port(let port, let host):
      "Waiting for port \(port) on \(host): another program is listening there."
    }
  }
}
