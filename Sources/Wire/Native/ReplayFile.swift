// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
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

  /// The file of a match.
  package static func bytes(of record: MatchRecord) -> [UInt8] {
    chained(
      [LogLine.base(record.base).json.utf8] + record.entries.map { LogLine.entry($0).json.utf8 })
  }

  /// The heading and the given lines, each preceded by its chain hash.
  package static func chained(_ lines: [some Collection<UInt8>]) -> [UInt8] {
    var chain = ReplayChain()
    var bytes = Array(heading.utf8) + [lineFeed]
    for line in lines {
      chain.add(line)
      bytes += chain.hexadecimal + [space] + line + [lineFeed]
    }
    return bytes
  }

  /// Reads the match in a file.
  ///
  /// Checks only the format and the chain, which anyone can recompute; `Verification` checks the
  /// match itself.
  ///
  /// - Throws: what is wrong, and in which line.
  package static func read(_ bytes: [UInt8]) throws(ReplayFileError) -> MatchRecord {
    guard bytes.count <= mostBytes else { throw .tooLarge(limit: mostBytes) }
    guard isMeant(by: bytes) else { throw .notAReplay }
    var lines = bytes.split(separator: lineFeed, omittingEmptySubsequences: false)[...]
    guard lines.popLast()?.isEmpty == true else { throw .cutOff(line: lines.count + 1) }
    guard lines.popFirst()?.elementsEqual(heading.utf8) == true else { throw .otherVersion }
    var reader = ReplayReader()
    for line in lines { try reader.take(line) }
    return try reader.finish()
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
}

/// The running hash of a replay's lines.
struct ReplayChain {
  private(set) var hash = SHA256.hash(Array(ReplayFile.heading.utf8)).bytes

  /// The hash in hexadecimal, 64 digits.
  var hexadecimal: [UInt8] {
    hash.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
  }

  /// Adds the next line, without its hash and line feed.
  mutating func add(_ line: some Sequence<UInt8>) {
    hash = SHA256.hash(hash + line).bytes
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
