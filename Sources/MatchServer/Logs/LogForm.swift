// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// How a log's lines are written.
enum LogForm: String, Hashable, Sendable, CaseIterable {
  /// For people's eyes.
  case human
  /// One JSON object a line.
  case json
}

/// Who reads what goes to standard error.
enum LogReader: Hashable, Sendable {
  /// A file, a pipe or a person: lines begin with the time.
  case anyone
  /// systemd's journal, which knows the time and takes the level from the first bytes of a line.
  case journal

  /// Who reads this process's standard error (systemd.exec(5), `JOURNAL_STREAM`).
  static var ofStandardError: LogReader {
    guard let told = getenv("JOURNAL_STREAM") else { return .anyone }
    var state = stat()
    guard fstat(STDERR_FILENO, &state) == 0 else { return .anyone }
    return String(cString: told) == "\(state.st_dev):\(state.st_ino)" ? .journal : .anyone
  }
}
