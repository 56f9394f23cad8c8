// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets

/// The admin socket: a Unix socket for the server's own user and root.
///
/// Connections are read and written off the loop, so a slow operator never blocks it.
///
/// Unchecked: everything is used on the loop only.
final class AdminSocket: @unchecked Sendable {
  /// Maximum number of connections; more are refused with a sentence.
  static let mostConnections = 8

  private let path: AdminSocketPath
  private let file: (device: dev_t, inode: ino_t)
  private let loop: EventLoop
  private let audit: AuditLog
  private let ask: AdminConnection.Ask
  private var acceptor: Acceptor?
  private var connectionCount = 0

  /// Listens at `path`, replacing a socket left by a dead server.
  ///
  /// - Parameters:
  ///   - path: the path; its folder must exist.
  ///   - loop: the loop that accepts connections.
  ///   - audit: the log of all requests.
  ///   - ask: executes a request; called on any thread.
  /// - Throws: `AdminSocketError`.
  init(
    path: AdminSocketPath, loop: EventLoop, audit: AuditLog, ask: @escaping AdminConnection.Ask
  ) throws(AdminSocketError) {
    let descriptor = try path.listen()
    var information = stat()
    lstat(path.text, &information)
    file = (information.st_dev, information.st_ino)
    self.path = path
    self.loop = loop
    self.audit = audit
    self.ask = ask
    acceptor = loop.accept(on: descriptor) { [weak self] socket, _ in
      if let self { serve(socket) } else { Glibc.close(socket) }
    }
  }

  /// Stops listening and removes its file; idempotent.
  func close() {
    guard let acceptor else { return }
    self.acceptor = nil
    acceptor.close()
    var information = stat()
    guard lstat(path.text, &information) == 0, information.st_dev == file.device,
      information.st_ino == file.inode
    else { return }
    unlink(path.text)
  }

  private func serve(_ connection: Int32) {
    guard connectionCount < Self.mostConnections else {
      return AdminConnection.turnAway(connection)
    }
    connectionCount += 1
    AdminConnection(connection, audit: audit, ask: ask) { [self] in
      loop.post { [self] in
        precondition(connectionCount > 0, "More admin connections ended than began.")
        connectionCount -= 1
      }
    }.begin()
  }
}
