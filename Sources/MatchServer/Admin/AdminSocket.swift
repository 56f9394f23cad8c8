// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import Protocol

/// The admin socket: a Unix socket for the server's own user and root.
///
/// Connections are read and written off the loop, so a slow operator never blocks it.
///
/// Unchecked: everything is used on the loop only.
final class AdminSocket: @unchecked Sendable {
  /// Maximum number of connections; more are refused with a sentence.
  static let mostConnections = 8

  private let path: String
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
    path: String, loop: EventLoop, audit: AuditLog, ask: @escaping AdminConnection.Ask
  ) throws(AdminSocketError) {
    let place = try Self.checked(path)
    let folder = try Self.openFolder(of: path)
    // Serialises servers that start at the same time.
    defer { Glibc.close(folder) }
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { throw .taken(path: path) }
    try Self.clear(place)
    let descriptor = AdminSocketPath.makeSocket()
    // Set before bind, so the socket never exists with wider permissions.
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0,
      place.bind(descriptor), listen(descriptor, 8) == 0,
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { Glibc.close(descriptor) }
      throw .unusable(path: path, reason: reason)
    }
    var information = stat()
    lstat(path, &information)
    file = (information.st_dev, information.st_ino)
    self.path = path
    self.loop = loop
    self.audit = audit
    self.ask = ask
    acceptor = loop.accept(on: descriptor) { [weak self] socket, _ in
      if let self { serve(socket) } else { Glibc.close(socket) }
    }
  }

  /// A valid path for a socket.
  ///
  /// - Throws: `AdminSocketError.pathTooLong`.
  @discardableResult
  static func checked(_ path: String) throws(AdminSocketError) -> AdminSocketPath {
    guard let place = AdminSocketPath(path) else {
      throw .pathTooLong(path: path.printable(limit: 200), limit: AdminSocketPath.longest)
    }
    return place
  }

  /// Checks the folder of a socket.
  ///
  /// - Throws: `AdminSocketError`.
  static func checkFolder(of path: String) throws(AdminSocketError) {
    Glibc.close(try openFolder(of: path))
  }

  /// Stops listening and removes its file; idempotent.
  func close() {
    guard let acceptor else { return }
    self.acceptor = nil
    acceptor.close()
    var information = stat()
    guard lstat(path, &information) == 0, information.st_dev == file.device,
      information.st_ino == file.inode
    else { return }
    unlink(path)
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

  // MARK: The path

  private static func openFolder(of path: String) throws(AdminSocketError) -> Int32 {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var information = stat()
    guard descriptor >= 0, fstat(descriptor, &information) == 0 else {
      let problem = errno
      guard problem != ENOENT else { throw .noFolder(path: path, folder: folder) }
      throw .unusable(path: path, reason: String(cString: strerror(problem)))
    }
    // In a sticky folder such as /tmp everyone may write, but not replace others' files.
    guard information.st_mode & 0o022 == 0 || information.st_mode & S_ISVTX != 0 else {
      Glibc.close(descriptor)
      throw .exposed(folder: folder)
    }
    return descriptor
  }

  /// Removes a socket left by a dead server.
  private static func clear(_ place: AdminSocketPath) throws(AdminSocketError) {
    let path = place.text
    var information = stat()
    guard lstat(path, &information) == 0 else { return }
    switch information.st_mode & S_IFMT {
    case S_IFSOCK: break
    case S_IFDIR: throw .folder(path: path)
    default: throw .foreign(path: path)
    }
    let caller = AdminSocketPath.makeSocket()
    guard caller >= 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { Glibc.close(caller) }
    // Non-blocking: a busy server would let the caller wait.
    _ = fcntl(caller, F_SETFL, O_NONBLOCK)
    guard !place.connect(caller), errno == ECONNREFUSED else { throw .taken(path: path) }
    unlink(path)
  }
}
