// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why bytes are not a whole replay, with the line at fault counted from 1.
public enum ReplayFileError: Error, Hashable, Sendable {
  /// They are something else.
  case notAReplay
  /// They are a replay of another version, or their first line was changed.
  case otherVersion
  /// There are more bytes than a replay may have.
  case tooLarge(limit: Int)
  /// A line is longer than any line of a replay.
  case lineTooLong(line: Int, limit: Int)
  /// There are more entries than a replay may have.
  case tooManyEntries(line: Int, limit: Int)
  /// The line, or its hash, is not what was written; `seq` is the number of the entry that it should
  /// be, nil for the base.
  case changed(line: Int, seq: UInt64?)
  /// The line is neither a base nor an entry.
  case malformed(line: Int, WireError)
  /// The line says what it says in other words than this program's.
  case otherForm(line: Int)
  /// The entry does not go on from the one before.
  case gap(line: Int, after: UInt64, next: UInt64)
  /// A base that is not the first or not bare, or an entry before the match opens or after it ended.
  case outOfPlace(line: Int)
  /// It ends before the match does.
  case cutOff(line: Int)
}

extension ReplayFileError: CustomStringConvertible {
  /// What is wrong and what to do, in a sentence.
  public var description: String {
    switch self {
    case .notAReplay:
      "It is no replay: give a file that `facedown download` wrote."
    case .otherVersion:
      "Its first line is not \"\(ReplayFile.heading)\": it was changed, or another version of "
        + "facedown wrote it."
    case .tooLarge(let limit):
      "It is larger than \(limit >> 20) MiB, the most a replay may have: download it again."
    case .lineTooLong(let line, let limit):
      "Line \(line) is longer than \(limit >> 10) KiB, which no line of a replay is: download it "
        + "again."
    case .tooManyEntries(let line, let limit):
      "Line \(line) is beyond the \(limit) entries a replay may have: download it again."
    case .changed(let line, let seq?):
      "Entry \(seq) in line \(line) or its hash was changed, or lines are missing before it: "
        + "download it again."
    case .changed(let line, nil):
      "Line \(line) or its hash was changed: download it again."
    case .malformed(let line, let problem):
      "Line \(line) is no line of a replay: \(problem)"
    case .otherForm(let line):
      "Line \(line) is not as this version writes it: it was forged, or is of a newer version."
    case .gap(let line, let after, let next):
      "Line \(line) is entry \(next), which cannot follow entry \(after): it was forged."
    case .outOfPlace(let line):
      "Line \(line) says what is not said there in a replay of one match: it was forged."
    case .cutOff(let line):
      "It is cut off at line \(line), before the match ended: download it again."
    }
  }
}
