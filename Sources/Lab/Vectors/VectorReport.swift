// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What came of checking a file of vectors.
struct VectorReport: Hashable, Sendable {
  /// How many rows were met.
  private(set) var passedCount = 0
  /// A sentence for each row that was not, or that could not be read.
  private(set) var failures: [String] = []
  /// A sentence for each thing in the file that nothing here can check.
  private(set) var skipped: [String] = []

  /// A row was met.
  mutating func pass() {
    passedCount += 1
  }

  /// A row was not met, or cannot be read; `sentence` names it and says what differs.
  mutating func fail(_ sentence: String) {
    failures.append(sentence)
  }

  /// Something is in the file that nothing here can check.
  mutating func skip(_ sentence: String) {
    skipped.append(sentence)
  }

  /// Counts a row by what differs in it.
  ///
  /// - Parameters:
  ///   - name: what the row is called.
  ///   - differences: what differs, empty where the row is met.
  mutating func count(_ name: String, _ differences: [String]) {
    guard !differences.isEmpty else { return pass() }
    fail("\(name): \(differences.joined(separator: "; ")).")
  }

  /// The counts, in the words of the last line printed.
  var summary: String { "\(passedCount) passed, \(failures.count) failed" }
}
