// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JournalSQLite
import LibWebSockets

/// The holder of a resource that a server with `--wait` waits for.
enum ResourceHolder: Hashable, Sendable {
  /// A process that holds the folder; its pid, if it left one.
  case folder(path: String, by: Int32?)
  /// A program that listens on the port.
  case port(UInt16, host: String)

  /// The holder an error names; nil if waiting does not help.
  init?(_ error: any Error) {
    switch error {
    case DataDirectoryError.held(let path, let holder): self = .folder(path: path, by: holder)
    case ListenError.portInUse(let host, let port): self = .port(port, host: host)
    default: return nil
    }
  }

  /// The sentence for the log.
  var sentence: String {
    switch self {
    case .folder(let path, let holder):
      "Waiting for \(holder.map { "process \($0)" } ?? "another process") to release \(path)."
    case .port(let port, let host):
      "Waiting for port \(port) on \(host): another program is listening there."
    }
  }
}
