// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// How far a journal has come: which journal it is, and how many commits it has.
///
/// The journal has it in a row of its own, written with each commit; the heartbeat has one that was on
/// the disk when it was written. A journal with fewer commits than its heartbeat says has lost some.
package struct JournalMark: Hashable, Sendable {
  /// Drawn when the journal was begun.
  package var journal: Int64
  /// How many commits it has had.
  package var commits: Int64

  /// A line of text, with a checksum: half a line is none.
  var line: String {
    let text = "journal \(hexadecimal(journal)) commits \(commits)"
    return text + " " + hexadecimal(Self.checksum(text))
  }

  /// What a line says; nil where it is none of ours, or not whole.
  init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard words.count == 5, words[0] == "journal", words[2] == "commits",
      let journal = UInt64(words[1], radix: 16), let commits = Int64(words[3]), commits >= 0
    else { return nil }
    self.init(journal: Int64(bitPattern: journal), commits: commits)
    guard self.line == line else { return nil }
  }

  /// A mark with both its parts.
  init(journal: Int64, commits: Int64) {
    self.journal = journal
    self.commits = commits
  }

  private static func checksum(_ text: String) -> Int64 {
    RowChecksum.leading(Array(text.utf8))
  }

  private func hexadecimal(_ number: Int64) -> String {
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
