// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// A journal's identity and commit count.
///
/// The journal stores it in a row updated with each commit; the heartbeat stores one that was
/// durable when it was written. A journal with fewer commits than its heartbeat has lost some.
package struct JournalMark: Hashable, Sendable {
  /// Random id, drawn when the journal was created.
  package var journal: Int64
  /// Number of commits.
  package var commits: Int64

  /// A line of text with a checksum, so that a torn write is detected.
  var line: String {
    let text = "journal \(hexadecimal(journal)) commits \(commits)"
    return text + " " + hexadecimal(Self.checksum(text))
  }

  /// Parses a line; nil if it is malformed or torn.
  init?(line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
    guard words.count == 5, words[0] == "journal", words[2] == "commits",
      let journal = UInt64(words[1], radix: 16), let commits = Int64(words[3]), commits >= 0
    else { return nil }
    self.init(journal: Int64(bitPattern: journal), commits: commits)
    guard self.line == line else { return nil }
  }

  /// A mark.
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
