// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Wire

/// Why a file cannot be played; lines are counted from 1.
enum RecordingError: Error, Hashable, Sendable {
  /// The file could not be opened or read.
  case unreadable(errno: Int32)
  /// The path names a folder or a device.
  case notAFile
  /// There are more bytes than a recording may have.
  case tooLarge(limit: Int)
  /// It contains no match.
  case empty
  /// A line is not UTF-8 text.
  case notText(line: Int)
  /// A line is longer than any line of a recording.
  case lineTooLong(line: Int, limit: Int)
  /// It begins neither like a recording nor like a replay.
  case notARecording
  /// A line is neither a view nor an entry.
  case malformed(line: Int, WireError)
  /// A second base view: two recordings in one file.
  case secondBase(line: Int)
  /// An entry without a base view that is not the room's first.
  case noBase(line: Int, seq: UInt64)
  /// An entry that does not follow the one before it.
  case gap(line: Int, after: UInt64, next: UInt64)
  /// It is an invalid replay file.
  case replay(ReplayFileError)
  /// There are more entries than a recording may have.
  case tooManyEntries(line: Int, limit: Int)
}

extension RecordingError: CustomStringConvertible {
  /// The problem and its remedy, as a sentence.
  var description: String {
    switch self {
    case .unreadable(let number):
      "It could not be read (\(String(cString: strerror(number)))): check its name and permissions."
    case .notAFile:
      "It is not a regular file: give a file saved from `facedown ... --json`."
    case .tooLarge(let limit):
      "It is larger than \(limit >> 20) MiB, the most a recording may have: cut it after a match."
    case .empty:
      "There is no match in it: save what `facedown play --json` or `watch --json` prints."
    case .notText(let line):
      "Line \(line) is not text: give a file saved from `facedown ... --json`."
    case .lineTooLong(let line, let limit):
      "Line \(line) is longer than \(limit >> 10) KiB, the most a line of a recording may have."
    case .notARecording:
      "It is not a recording: give a file saved from `facedown ... --json`, or a replay."
    case .malformed(let line, let problem):
      "Line \(line) is not a line of a recording: \(Self.problem(problem))"
    case .secondBase(let line):
      "Line \(line) begins a second recording: cut the file there and play the parts."
    case .noBase(let line, let seq):
      "Line \(line) is entry \(seq), but the view before it is missing: "
        + "keep the first lines of the output."
    case .gap(let line, let after, let next):
      "Line \(line) is entry \(next) and cannot follow entry \(after): "
        + "lines are missing or out of order before it."
    case .replay(let problem): problem.description
    case .tooManyEntries(let line, let limit):
      "Line \(line) is beyond the \(limit) entries a recording may have: cut the file before it."
    }
  }

  /// The problem with a line, worded for a file rather than for a message on the wire.
  private static func problem(_ error: WireError) -> String {
    switch error {
    case .undecodable(_, let bytes, _):
      "its \(bytes) bytes are not JSON of a view or an entry."
    case .missing(let field): "it lacks \(field)."
    case .outOfRange(let field, let value, let allowed): "\(field) is \(value), not \(allowed)."
    case .tooLong(let field, let count, let limit): "\(field) is \(count) long, more than \(limit)."
    case .brokenLog(let seq, let next): "entry \(next) cannot follow entry \(seq)."
    }
  }
}
