// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol

/// A client of the admin socket; blocking.
final class AdminClient {
  /// How long the server may be silent; a backup reports every second.
  private static let timeout = Duration.seconds(60)
  /// Maximum bytes of an answer's line.
  private static let mostBytes = 1 << 20

  private let descriptor: Int32
  private var reader: LineReader

  /// Connects to the socket at `path`.
  ///
  /// - Throws: `CommandProblem` if no server listens there, or it is another user's.
  init(path: String) throws(CommandProblem) {
    guard let place = try? AdminSocketPath(path) else {
      throw CommandProblem(
        "\(path.printable(limit: 200)) is too long for a socket's path (at most "
          + "\(AdminSocketPath.longest) bytes): name the server's socket with --socket.")
    }
    descriptor = AdminSocketPath.makeSocket()
    reader = LineReader(descriptor, mostBytes: Self.mostBytes)
    guard descriptor >= 0, place.connect(descriptor) else {
      let problem = errno
      if descriptor >= 0 { close(descriptor) }
      throw Self.sentence(problem, path: path)
    }
  }

  deinit { close(descriptor) }

  /// Whether a server listens at `path`, or access is denied.
  static func isAnswered(at path: String) -> Bool {
    guard let place = try? AdminSocketPath(path) else { return false }
    let caller = AdminSocketPath.makeSocket()
    guard caller >= 0 else { return false }
    defer { close(caller) }
    return place.connect(caller) || errno == EACCES || errno == EPERM
  }

  /// Sends a request and calls `each` with each line of the answer and its bytes.
  ///
  /// - Returns: the closing sentence.
  /// - Throws: `CommandProblem` if the request was refused or the answer is unreadable.
  func ask(
    _ request: AdminRequest, _ each: (AdminReply, [UInt8]) throws -> Void
  ) throws -> String {
    let line = AdminWire.line(request)
    guard send(descriptor, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
      throw CommandProblem("The connection is lost: check whether the server is still running.")
    }
    while true {
      switch reader.next(within: Self.timeout) {
      case .line(let bytes):
        guard let line = AdminWire.answer(bytes) else {
          throw CommandProblem(
            "The server's answer cannot be parsed: use the server's version of facedown-server.")
        }
        try each(line, bytes)
        switch line {
        case .refused(let refusal):
          throw CommandProblem(refusal.description.printable(limit: 2000))
        case .done(let sentence): return sentence
        default: break
        }
      case .end, .cut: throw CommandProblem("The server stopped before it answered.")
      case .tooLong: throw CommandProblem("The server's answer is too long.")
      case .late:
        throw CommandProblem("The server does not answer: check whether it is still running.")
      }
    }
  }

  private static func sentence(_ problem: Int32, path: String) -> CommandProblem {
    let reason = String(cString: strerror(problem))
    var information = stat()
    if stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
      return CommandProblem(
        "\(path) is a folder: use --data if it is a server's data folder, or name the server's "
          + "socket with --socket.")
    }
    return switch problem {
    case ENOENT, ECONNREFUSED, ENOTSOCK, ENOTDIR:
      CommandProblem(
        "No server answers at \(path) (\(reason)): start one, or name its data folder with --data or "
          + "its socket with --socket.")
    case EACCES, EPERM:
      CommandProblem(
        "You may not administer the server at \(path): run this as the server's user or as root "
          + "(sudo).")
    default: CommandProblem("The server at \(path) cannot be reached (\(reason)).")
    }
  }
}
