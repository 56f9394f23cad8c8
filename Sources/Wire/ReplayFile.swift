// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A replay as a file, `.fdr`: lines of text protected by a hash chain (docs/replays.md).
///
/// The first line names the format. Each further line is a `LogLine`, first the base and then the
/// entries, preceded by the running hash of all lines up to it (SHA-256 of the previous hash and
/// the line's own bytes, in hexadecimal) and a space. All lines end with a line feed. Every writer
/// produces the same bytes for the same match.
package enum ReplayFile {
  /// The first line.
  package static let heading = "facedown-replay/1"
  /// The file name suffix.
  package static let suffix = "fdr"
  /// The largest file, in bytes.
  package static let mostBytes = 32 << 20
  /// The longest line, in bytes.
  package static let longestLine = 256 << 10
  /// The most entries.
  package static let mostEntries = 100_000

  /// Whether the bytes look like a replay file, of any version.
  package static func isMeant(by bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: "facedown-replay/".utf8)
  }

  /// The file of a match; `hashing` has SHA-256.
  package static func bytes(of record: MatchRecord, hashing: Hashing) -> [UInt8] {
    let entries = record.entries.map { LogLine.entry($0).json.utf8 }
    return chained([LogLine.base(record.base).json.utf8] + entries, hashing: hashing)
  }

  /// The heading and the given lines, each preceded by its chain hash.
  package static func chained(
    _ lines: [some Collection<UInt8>], hashing: Hashing
  ) -> [UInt8] {
    var chain = ReplayChain(hashing: hashing)
    var bytes = Array(heading.utf8) + [lineFeed]
    for line in lines {
      chain.add(line)
      bytes += chain.hexadecimal + [space] + line + [lineFeed]
    }
    return bytes
  }

  /// Reads the match in a file; `hashing` has SHA-256.
  ///
  /// Checks only the format and the chain, which anyone can recompute; `Verification` checks the
  /// match itself.
  ///
  /// - Throws: what is wrong, and in which line.
  package static func read(
    _ bytes: [UInt8], hashing: Hashing
  ) throws(ReplayFileError) -> MatchRecord {
    guard bytes.count <= mostBytes else { throw .tooLarge(limit: mostBytes) }
    guard isMeant(by: bytes) else { throw .notAReplay }
    var lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false)[...]
    guard lines.popLast()?.isEmpty == true else { throw .cutOff(line: lines.count + 1) }
    guard lines.popFirst()?.elementsEqual(heading.utf8) == true else { throw .otherVersion }
    var reader = ReplayReader(hashing: hashing)
    for line in lines { try reader.take(line) }
    return try reader.finish()
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
}

/// The running hash of a replay's lines.
struct ReplayChain {
  private let hashing: Hashing
  private(set) var hash: [UInt8]

  /// The hash of the heading.
  init(hashing: Hashing) {
    self.hashing = hashing
    hash = hashing.sha256(Array(ReplayFile.heading.utf8))
  }

  /// The hash in hexadecimal, 64 digits.
  var hexadecimal: [UInt8] {
    hash.flatMap {
      [$0 >> 4, $0 & 15].map { Self.digits[Int(truncatingIfNeeded: $0)] }
    }
  }

  /// Adds the next line, without its hash and line feed.
  mutating func add(_ line: some Sequence<UInt8>) {
    hash = hashing.sha256(hash + line)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
