// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a file is not a valid replay; lines are counted from 1.
package enum ReplayFileError: Error, Hashable, Sendable {
  /// It is not a replay file.
  case notAReplay
  /// It has another version, or its first line was changed.
  case otherVersion
  /// It is too large.
  case tooLarge(limit: Int)
  /// A line is too long.
  case lineTooLong(line: Int, limit: Int)
  /// It has too many entries.
  case tooManyEntries(line: Int, limit: Int)
  /// The line or its hash was changed; `seq` is the number of its entry, nil for the base.
  case changed(line: Int, seq: UInt64?)
  /// The line is neither a base nor an entry.
  case malformed(line: Int, WireError)
  /// The line is not encoded as this program would encode it.
  case otherForm(line: Int)
  /// The entry does not follow the one before.
  case gap(line: Int, after: UInt64, next: UInt64)
  /// A second base, a base with a match in it, or an entry before the match opens or after it ends.
  case outOfPlace(line: Int)
  /// It ends before the match does.
  case cutOff(line: Int)
}

extension ReplayFileError: CustomStringConvertible {
  /// A sentence that says what is wrong and what to do.
  package var description: String {
    switch self {
    case .notAReplay:
      "This is not a replay: use a file that `facedown download` wrote."
    case .otherVersion:
      "Its first line is not \"\(ReplayFile.heading)\": it was changed, or comes from another "
        + "version of facedown."
    case .tooLarge(let limit):
      "It is larger than \(limit >> 20) MiB, the most a replay may have: download it again."
    case .lineTooLong(let line, let limit):
      "Line \(line) is longer than \(limit >> 10) KiB, too long for a replay: download "
        + "it again."
    case .tooManyEntries(let line, let limit):
      "Line \(line) exceeds the limit of \(limit) entries: download it again."
    case .changed(let line, let seq?):
      "Entry \(seq) in line \(line) or its hash was changed, or lines are missing before it: "
        + "download it again."
    case .changed(let line, nil):
      "Line \(line) or its hash was changed: download it again."
    case .malformed(let line, let problem):
      "Line \(line) is not valid in a replay: \(problem)"
    case .otherForm(let line):
      "Line \(line) is not encoded as this version would: it was forged, or comes from a newer "
        + "version."
    case .gap(let line, let after, let next):
      "Line \(line) is entry \(next), which cannot follow entry \(after): it was forged."
    case .outOfPlace(let line):
      "Line \(line) is out of place in a replay of one match: it was forged."
    case .cutOff(let line):
      "It is cut off at line \(line), before the match ended: download it again."
    }
  }
}
