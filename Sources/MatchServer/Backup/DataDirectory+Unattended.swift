// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension DataDirectory {
  /// Takes a folder for a command, which never waits for a server to leave it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - remedy: what to do but to stop the server.
  /// - Returns: the folder, in this process's hands.
  /// - Throws: `AdminProblem` if it cannot be had.
  static func unattended(
    _ path: String, else remedy: String
  ) throws(AdminProblem) -> DataDirectory {
    do throws(DataDirectoryError) {
      return try DataDirectory(path: path)
    } catch {
      guard case .held(_, let holder) = error else { throw AdminProblem(error.description) }
      let who = holder.map { "process \($0)" } ?? "another process"
      throw AdminProblem(
        "\(path) is in the hands of \(who), which has it for itself: stop that server first, or "
          + "\(remedy).")
    }
  }
}
