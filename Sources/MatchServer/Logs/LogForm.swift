// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// The format of log lines.
enum LogForm: String, Hashable, Sendable, CaseIterable {
  /// For people.
  case human
  /// One JSON object a line.
  case json
}

/// The reader of standard error.
enum LogReader: Hashable, Sendable {
  /// A file, a pipe or a person: lines start with the time.
  case anyone
  /// systemd's journal, which adds the time and takes the level from a prefix.
  case journal

  /// The reader of this process's standard error (systemd.exec(5), `JOURNAL_STREAM`).
  static var ofStandardError: LogReader {
    guard let told = getenv("JOURNAL_STREAM") else { return .anyone }
    var state = stat()
    guard fstat(STDERR_FILENO, &state) == 0 else { return .anyone }
    return String(cString: told) == "\(state.st_dev):\(state.st_ino)" ? .journal : .anyone
  }
}
