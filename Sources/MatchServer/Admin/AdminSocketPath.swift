// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// The path of an admin socket, short enough for the system.
struct AdminSocketPath: Hashable, Sendable {
  /// The longest path in bytes.
  static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// The path.
  let text: String

  /// The path `text`; nil if the system does not take it as a socket's.
  init?(_ text: String) {
    guard (1...Self.longest).contains(text.utf8.count), !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  /// The default socket of a data folder.
  static func inFolder(_ folder: String) -> String { folder + "/admin.sock" }

  /// The socket to use: the named one, that of the named folder, the environment's, or the user's
  /// default folder's.
  ///
  /// - Throws: a sentence with the remedy if there is none.
  static func resolved(
    socket: String?, data: String?, variable: (String) -> String? = DataPath.variable
  ) throws -> String {
    if let socket { return socket }
    if data == nil, let told = variable(ServerSetting.adminSocket.variable) { return told }
    return inFolder(try DataPath.found(data, variable: variable).path)
  }

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
}
