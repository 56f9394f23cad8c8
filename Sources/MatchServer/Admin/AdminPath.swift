// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Paths of admin sockets.
enum AdminPath {
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
}
