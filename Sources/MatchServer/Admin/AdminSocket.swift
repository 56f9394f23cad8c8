// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import Protocol
import Settings

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

/// The path of an admin socket, short enough for the system.
struct AdminSocketPath: Hashable, Sendable {
  /// The longest path in bytes.
  static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// The path.
  let text: String

  /// The path `text`.
  ///
  /// - Throws: `AdminSocketError.pathTooLong` if the system does not take it as a socket's.
  init(_ text: String) throws(AdminSocketError) {
    guard (1...Self.longest).contains(text.utf8.count), !text.utf8.contains(0) else {
      throw .pathTooLong(path: text.printable(limit: 200), limit: Self.longest)
    }
    self.text = text
  }

  /// The default socket of a data folder.
  static func inFolder(_ folder: String) -> String { folder + "/admin.sock" }

  /// The socket to use: the named one, that of the named folder, the environment's, or the user's
  /// default folder's.
  ///
  /// - Throws: an error that names the remedy, if nothing names a path.
  static func resolved(
    socket: String?, data: String?, variable: (String) -> String? = DataPath.variable
  ) throws -> String {
    if let socket { return socket }
    if data == nil, let told = variable(Setting<ServerSettings>(\.adminSocketPath).variable) {
      return told
    }
    return inFolder(try DataPath.found(data, variable: variable).path)
  }

  // MARK: Sockets

  /// A new stream socket, close-on-exec; -1 on failure.
  static func makeSocket() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Gives a socket this path; false on failure.
  func bind(_ descriptor: Int32) -> Bool { withAddress { Glibc.bind(descriptor, $0, $1) } == 0 }

  /// Connects a socket to the server at this path; false on failure.
  func connect(_ descriptor: Int32) -> Bool {
    withAddress { Glibc.connect(descriptor, $0, $1) } == 0
  }

  /// A non-blocking socket that listens here for its owner alone; it replaces one left by a dead
  /// server.
  ///
  /// - Throws: `AdminSocketError`.
  func listen() throws(AdminSocketError) -> Int32 {
    let folder = try openFolder()
    // Serialises servers that start at the same time.
    defer { close(folder) }
    guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { throw .taken(path: text) }
    try clear()
    let descriptor = Self.makeSocket()
    // Set before bind, so the socket never exists with wider permissions.
    guard descriptor >= 0, fchmod(descriptor, 0o600) == 0, bind(descriptor),
      Glibc.listen(descriptor, 8) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else {
      let reason = String(cString: strerror(errno))
      if descriptor >= 0 { close(descriptor) }
      throw .unusable(path: text, reason: reason)
    }
    return descriptor
  }

  private func withAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(text.utf8)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  // MARK: The file

  /// Checks the folder of a socket.
  ///
  /// - Throws: `AdminSocketError`.
  func checkFolder() throws(AdminSocketError) { close(try openFolder()) }

  private func openFolder() throws(AdminSocketError) -> Int32 {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var information = stat()
    guard descriptor >= 0, fstat(descriptor, &information) == 0 else {
      let problem = errno
      guard problem != ENOENT else { throw .noFolder(path: text, folder: folder) }
      throw .unusable(path: text, reason: String(cString: strerror(problem)))
    }
    // In a sticky folder such as /tmp everyone may write, but not replace others' files.
    guard information.st_mode & 0o022 == 0 || information.st_mode & S_ISVTX != 0 else {
      close(descriptor)
      throw .exposed(folder: folder)
    }
    return descriptor
  }

  /// Removes a socket left by a dead server.
  private func clear() throws(AdminSocketError) {
    var information = stat()
    guard lstat(text, &information) == 0 else { return }
    switch information.st_mode & S_IFMT {
    case S_IFSOCK: break
    case S_IFDIR: throw .folder(path: text)
    default: throw .foreign(path: text)
    }
    let caller = Self.makeSocket()
    guard caller >= 0 else {
      throw .unusable(path: text, reason: String(cString: strerror(errno)))
    }
    defer { close(caller) }
    // Non-blocking: a busy server would let the caller wait.
    _ = fcntl(caller, F_SETFL, O_NONBLOCK)
    guard !connect(caller), errno == ECONNREFUSED else { throw .taken(path: text) }
    unlink(text)
  }
}

/// Why the admin socket cannot be opened.
package enum AdminSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path is too long.
  case pathTooLong(path: String, limit: Int)
  /// Another server listens there.
  case taken(path: String)
  /// Its folder does not exist.
  case noFolder(path: String, folder: String)
  /// The path is a folder.
  case folder(path: String)
  /// The path is not a socket.
  case foreign(path: String)
  /// Others may write to its folder and could replace the socket.
  case exposed(folder: String)
  /// It cannot be created; `reason` is the system's message.
  case unusable(path: String, reason: String)

  /// A sentence with the problem and the remedy.
  package var description: String {
    switch self {
    case .pathTooLong(let path, let limit):
      "The admin socket's path has \(path.utf8.count) bytes and may have at most \(limit) "
        + "(\(path)): choose a shorter --admin-socket."
    case .taken(let path):
      "Another server is listening on the admin socket \(path): stop that server, or choose "
        + "another --admin-socket."
    case .noFolder(let path, let folder):
      "There is no folder \(folder) for the admin socket \(path): create it, or choose another "
        + "--admin-socket."
    case .folder(let path):
      "\(path) is a folder: choose a file in it as --admin-socket, such as "
        + "\(AdminSocketPath.inFolder(path))."
    case .foreign(let path):
      "\(path) is not a socket: move it away, or choose another --admin-socket."
    case .exposed(let folder):
      "Other users may write to \(folder) and could replace the admin socket with their own: "
        + "remove that permission (chmod go-w), or choose another --admin-socket."
    case .unusable(let path, let reason):
      "The admin socket \(path) cannot be created (\(reason)): check the permissions of its "
        + "folder, or choose another --admin-socket."
    }
  }
}
