// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

extension ReplayFile {
  /// The file of a match.
  package static func bytes(of record: MatchRecord) -> [UInt8] {
    bytes(of: record, hashing: .openSSL)
  }

  /// The heading and the given lines, each preceded by its chain hash.
  package static func chained(_ lines: [some Collection<UInt8>]) -> [UInt8] {
    chained(lines, hashing: .openSSL)
  }

  /// Reads the match in a file, as `read(_:hashing:)` does.
  ///
  /// - Throws: what is wrong, and in which line.
  package static func read(_ bytes: [UInt8]) throws(ReplayFileError) -> MatchRecord {
    try read(bytes, hashing: .openSSL)
  }
}
