// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where a server's admin socket is.
enum AdminPath {
  /// The socket of a server that keeps its matches in `folder`.
  static func inFolder(_ folder: String) -> String { folder + "/admin.sock" }

  /// The socket that is named, or that of the server with the folder that is named; then what the
  /// environment names, and then the folder that programs of this user keep such things in.
  ///
  /// - Throws: a sentence with what to do if there is none.
  static func resolved(
    socket: String?, data: String?, variable: (String) -> String? = DataPath.variable
  ) throws -> String {
    if let socket { return socket }
    if data == nil, let told = variable(ServerSetting.adminSocket.variable) { return told }
    return inFolder(try DataPath.found(data, variable: variable).path)
  }
}
