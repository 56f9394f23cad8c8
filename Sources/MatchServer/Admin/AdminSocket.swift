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
  private let descriptor: Int32
  private let file: (device: dev_t, inode: ino_t)
  private let loop: EventLoop
  private let options: AdminServerOptions
  private var watch: DescriptorWatch?
  /// Runs while accepting is suspended.
  private var pause: LoopTimer?
  private var isOpen = true
  private var connectionCount = 0

  /// How long accepting is suspended when descriptors have run out.
  private static let pauseWithoutDescriptors = Duration.milliseconds(100)

  /// Listens at `path`, replacing a socket left by a dead server.
  ///
  /// - Parameters:
  ///   - path: the path; its folder must exist.
  ///   - loop: the loop that accepts connections.
  ///   - options: how connections are served.
  /// - Throws: `AdminSocketError`.
  init(path: String, loop: EventLoop, options: AdminServerOptions) throws(AdminSocketError) {
    try Self.check(path)
    let folder = try Self.openFolder(of: path)
    // Serialises servers that start at the same time.
    defer { Glibc.close(folder) }
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { throw .taken(path: path) }
    try Self.clear(path)
    let descriptor = UnixAddress.makeSocket()
    // Set before bind, so the socket never exists with wider permissions.
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0,
      UnixAddress.with(path, { bind(descriptor, $0, $1) }) == 0, listen(descriptor, 8) == 0,
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
    self.descriptor = descriptor
    self.loop = loop
    self.options = options
    startAccepting()
  }

  /// Checks a path's length.
  ///
  /// - Throws: `AdminSocketError.pathTooLong`.
  static func check(_ path: String) throws(AdminSocketError) {
    guard (1...UnixAddress.longestPath).contains(path.utf8.count), !path.utf8.contains(0) else {
      throw .pathTooLong(path: path.printable(limit: 200), limit: UnixAddress.longestPath)
    }
  }

  /// Checks the folder of a socket.
  ///
  /// - Throws: `AdminSocketError`.
  static func checkFolder(of path: String) throws(AdminSocketError) {
    Glibc.close(try openFolder(of: path))
  }

  /// Stops listening and removes its file; idempotent.
  func close() {
    guard isOpen else { return }
    isOpen = false
    pause?.cancel()
    watch?.cancel()
    Glibc.close(descriptor)
    var information = stat()
    guard lstat(path, &information) == 0, information.st_dev == file.device,
      information.st_ino == file.inode
    else { return }
    unlink(path)
  }

  private func startAccepting() {
    watch = loop.watch(fileDescriptor: descriptor) { [weak self] in self?.accept() }
  }

  /// Suspends accepting: pending connections keep the socket readable, and the loop would spin.
  private func suspendAccepting() {
    watch?.cancel()
    pause = loop.schedule(after: Self.pauseWithoutDescriptors) { [weak self] in
      self?.startAccepting()
    }
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      guard connection >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return suspendAccepting()
        default: return
        }
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      guard connectionCount < Self.mostConnections else {
        AdminConnection.turnAway(connection)
        continue
      }
      connectionCount += 1
      AdminConnection(connection, options) { [self] in
        loop.post { [self] in
          precondition(connectionCount > 0, "More admin connections ended than began.")
          connectionCount -= 1
        }
      }.begin()
    }
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
  private static func clear(_ path: String) throws(AdminSocketError) {
    var information = stat()
    guard lstat(path, &information) == 0 else { return }
    switch information.st_mode & S_IFMT {
    case S_IFSOCK: break
    case S_IFDIR: throw .folder(path: path)
    default: throw .foreign(path: path)
    }
    let caller = UnixAddress.makeSocket()
    guard caller >= 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { Glibc.close(caller) }
    // Non-blocking: a busy server would let the caller wait.
    _ = fcntl(caller, F_SETFL, O_NONBLOCK)
    let answer = UnixAddress.with(path) { connect(caller, $0, $1) }
    guard answer != 0, errno == ECONNREFUSED else { throw .taken(path: path) }
    unlink(path)
  }
}
