// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Journal
import Lobby

/// The names of a world's streams, buckets and subjects.
///
/// All of them have the world's name, so several worlds can share servers.
struct WorldNames: Hashable, Sendable {
  /// The world.
  let world: String
  /// The number of streams that rooms are spread over.
  let roomStreams: Int

  init(world: String, roomStreams: Int) {
    precondition(NodeID.isName(world), "\"\(world)\" names no world.")
    precondition(roomStreams > 0, "A world has at least one stream of rooms.")
    self.world = world
    self.roomStreams = roomStreams
  }

  /// Every stream of rooms.
  var rooms: [String] { (0..<roomStreams).map { "FD_\(world)_ROOMS_\($0)" } }
  /// The stream of results.
  var results: String { "FD_\(world)_RESULTS" }
  /// The buckets, each a stream called `KV_` and its name.
  var sessions: String { "FD_\(world)_SESSIONS" }
  var spectators: String { "FD_\(world)_SPECTATORS" }
  var bans: String { "FD_\(world)_BANS" }
  var nodes: String { "FD_\(world)_NODES" }
  var open: String { "FD_\(world)_OPEN" }
  /// What is known before the number of streams is.
  static func world(_ name: String) -> String { "FD_\(name)_WORLD" }
  static let worldKey = "world"
  /// The keys of the last sweep, and of the file that is being imported.
  static let sweepKey = "sweep"
  static let importKey = "import"

  /// The stream of a room, by its code.
  func roomStream(_ code: RoomCode) -> String { rooms[index(of: code)] }

  /// The subject of a room's log.
  func room(_ code: RoomCode) -> String {
    "fd.\(world).room.\(index(of: code)).\(Self.token(code.rawValue))"
  }

  /// The subjects of a stream of rooms.
  func rooms(_ index: Int) -> String { "fd.\(world).room.\(index).>" }

  /// The subject of a match's result.
  func result(_ match: String) -> String { "fd.\(world).result.\(Self.token(match))" }
  /// The subjects of all results.
  var everyResult: String { "fd.\(world).result.>" }

  /// The subject of one run of a node.
  func node(_ node: NodeID) -> String { "fd.\(world).node.\(node.name).\(node.run)" }
  /// The subject of whichever run has a node's name.
  func name(_ name: String) -> String { "fd.\(world).name.\(name)" }
  /// The subject of announcements to all nodes.
  var everyNode: String { "fd.\(world).nodes" }

  /// The stream of a room: codes are spread evenly, and a code is always in the same one.
  private func index(of code: RoomCode) -> Int {
    guard roomStreams > 1 else { return 0 }
    let digest = SHA256.hash(Array(code.rawValue.utf8)).bytes
    return Int(UInt16(digest[0]) << 8 | UInt16(digest[1])) % roomStreams
  }

  /// A text as one word of a subject or key.
  ///
  /// Letters, digits, `-` and `_` are as they are, every other byte is `=` and two digits. Different
  /// texts are different words.
  static func token(_ text: String) -> String {
    guard !text.isEmpty else { return "=" }
    var word = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        word.unicodeScalars.append(Unicode.Scalar(byte))
      default: word += "=" + Hexadecimal.text(of: [byte])
      }
    }
    return word
  }

  /// Decodes the text of a word, or returns nil if the word is invalid.
  static func text(of token: String) -> String? {
    guard token != "=" else { return "" }
    var bytes: [UInt8] = []
    var rest = Array(token.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let escaped = Hexadecimal.bytes(of: digits) else { return nil }
      bytes += escaped
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
