// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import JetStream
import Lobby
import Wire

@testable import JournalNATS

/// Properties of what nodes of a world store for each other: each record round-trips in one form, and
/// records of a room fold to a room or to what is wrong with it.
///
/// The first byte of an input says which kind of record the others are. A log is several records, each
/// behind a byte with its length; it is numbered and chained anew, because one that is not ends at
/// the first record.
enum WorldProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    guard let kind = bytes.first else { return .refused }
    let rest = Array(bytes.dropFirst())
    switch kind % 9 {
    case 0: return try holdRecord(rest, WorldRecord.Room.self)
    case 1: return try holdRecord(rest, WorldRecord.Result.self)
    case 2: return try holdRecord(rest, WorldRecord.Session.self)
    case 3: return try holdRecord(rest, WorldRecord.Ban.self)
    case 4: return try holdRecord(rest, WorldRecord.Spectator.self)
    case 5: return try holdRecord(rest, WorldRecord.Node.self)
    case 6: return try holdRecord(rest, WorldRecord.Place.self)
    case 7: return try holdRecord(rest, WorldRecord.World.self)
    default: return try holdLog(rest)
    }
  }

  private static func holdRecord<Record: WorldRecord.Stored>(
    _ bytes: [UInt8], _ type: Record.Type
  ) throws(InvariantViolation) -> Verdict {
    let record: Record
    do throws(WireError) {
      record = try type.init(bytes)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    let again = try? type.init(record.bytes)
    try hold(again == record, "\(record) becomes \(again as Any)")
    try hold(again?.bytes == record.bytes, "\(record) has two forms")
    return .read
  }

  private static func holdLog(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    var rest = bytes[...]
    var messages: [StoredMessage] = []
    var (code, room) = (RoomCode(""), "")
    while let count = rest.popFirst() {
      let part = Array(rest.prefix(Int(count)))
      rest = rest.dropFirst(Int(count))
      guard var record = try? WorldRecord.Room(part) else { continue }
      if messages.isEmpty, case .step(let step) = record.content {
        (code, room) = (RoomCode(step.code), record.room)
      }
      record.room = room.isEmpty ? record.room : room
      record.number = UInt64(messages.count + 1)
      record.first = messages.isEmpty ? nil : 1
      record.before = messages.last.map { SHA256.hash($0.bytes).bytes } ?? []
      messages.append(
        StoredMessage(subject: "room", sequence: record.number, bytes: record.bytes))
    }
    let log = RoomLog(messages, code: code)
    try hold(
      (log.end == nil) == messages.isEmpty, "A log of readable records has an end.")
    guard let room = log.room, log.damage == nil else { return .refused }
    try hold(
      room.entries.map(\.seq).elementsEqual((0..<room.entries.count).map { UInt64($0) + 1 }),
      "The entries of a room are numbered without gaps.")
    return .read
  }
}
