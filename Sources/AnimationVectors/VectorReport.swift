// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What came of running a whole file of vectors.
public struct VectorReport: Sendable {
  /// How many rows met their values.
  public private(set) var passedCount = 0
  /// A sentence for each row that did not, or that could not be read.
  public private(set) var failures: [String] = []

  /// Runs every row of `text`; a first line that begins with `id,` is the header.
  public init(running text: some StringProtocol) {
    let lines = text.split(whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where index > 0 || !line.hasPrefix("id,") {
      run(line)
    }
  }

  /// The counts, in the words of the last line printed.
  public var summary: String { "\(passedCount) passed, \(failures.count) failed" }

  private mutating func run(_ line: some StringProtocol) {
    do {
      let row = try VectorRow(line: line)
      if let difference = try row.difference() {
        failures.append("\(row.id): \(difference), for \(row.track) at \(row.time).")
      } else {
        passedCount += 1
      }
    } catch {
      failures.append("\(line): \(error)")
    }
  }
}
