// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import MatchClient

/// A client's snapshot as text, for a browser's storage: one field a line, after a version.
package enum SnapshotText {
  private static let version = "1"
  private static let lines = 11

  /// The text of a snapshot.
  package static func text(of snapshot: ClientSnapshot) -> String {
    let room = snapshot.room
    return [
      version, snapshot.sessionID, hexadecimal(snapshot.resumeToken),
      "\(snapshot.lastRequest.rawValue)", hexadecimal(snapshot.share ?? []), room?.code ?? "",
      room?.roomID ?? "", room?.role.rawValue ?? "", room?.actor.map { "\($0.rawValue)" } ?? "",
      room.map { "\($0.lastEntry)" } ?? "", room?.matchID ?? "",
    ].joined(separator: "\n")
  }

  /// The snapshot that a text describes; nil for a damaged text, or one of another version.
  package static func snapshot(of text: String) -> ClientSnapshot? {
    let fields = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    guard fields.count == lines, fields[0] == version, !fields[1].isEmpty,
      let token = bytes(fields[2]), !token.isEmpty, let last = UInt64(fields[3]),
      let share = bytes(fields[4]), share.isEmpty || share.count == FairDeal.entropyLength
    else { return nil }
    var snapshot = ClientSnapshot(
      sessionID: fields[1], resumeToken: token, lastRequest: RequestID(last),
      share: share.isEmpty ? nil : share)
    guard !fields[5].isEmpty else { return snapshot }
    guard let role = Role(rawValue: fields[7]), let entry = UInt64(fields[9]) else { return nil }
    let actor = UInt32(fields[8])
    guard actor != nil || fields[8].isEmpty else { return nil }
    snapshot.room = ClientSnapshot.Room(
      code: fields[5], roomID: fields[6], role: role, actor: actor.map { ActorNumber($0) },
      lastEntry: entry, matchID: fields[10])
    return snapshot
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes of pairs of hexadecimal digits; nil for anything else.
  private static func bytes(_ text: String) -> [UInt8]? {
    let values = text.utf8.map { digits.firstIndex(of: $0) }
    guard values.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
