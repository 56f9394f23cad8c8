// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
package import Game

extension WorldRecord {
  /// One record of a room's log.
  package struct Room: Stored {
    /// What a record says.
    package enum Content: Hashable, Sendable {
      /// The owner has decided.
      case step(Step)
      /// Another node has taken the room over from `previous`, which was alive until then.
      case claim(previous: String, aliveUntil: ServerTime, at: ServerTime)
      /// The owner hands the room over; the time is that of the last entry.
      case release(to: String, at: ServerTime)
      /// The room has closed.
      case closed(at: ServerTime)
    }

    /// The room.
    package var room: String
    /// The node that wrote it.
    package var node: String
    /// The number of the ownership, from 1.
    package var epoch: UInt64
    /// The number of the record in its room, from 1.
    package var number: UInt64
    /// The stream's number of the room's first record; nil in that record.
    package var first: UInt64?
    /// SHA-256 of the record before; empty in the first.
    package var before: [UInt8]
    /// What it says.
    package var content: Content

    /// A record with all its parts.
    package init(
      room: String, node: String, epoch: UInt64, number: UInt64, first: UInt64?, before: [UInt8],
      content: Content
    ) {
      self.room = room
      self.node = node
      self.epoch = epoch
      self.number = number
      self.first = first
      self.before = before
      self.content = content
    }

    /// Decodes a record.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldRoomRecord.self, bytes)
      let fields = Fields("room_record")
      try fields.checkForm(wire.hasForm, wire.form)
      guard let content = wire.content else { throw .missing(field: "room_record.content") }
      let number = try fields.ordinal(wire.hasNumber, wire.number, "number")
      guard wire.hasFirst == (number > 1), wire.before.count == (number > 1 ? 32 : 0) else {
        throw .outOfRange(
          field: "room_record.number", value: "\(number)",
          allowed: "1 with neither first nor before, more with both")
      }
      self.init(
        room: try fields.name(wire.room, "room"), node: try fields.name(wire.node, "node"),
        epoch: try fields.ordinal(wire.hasEpoch, wire.epoch, "epoch"), number: number,
        first: wire.hasFirst ? try fields.ordinal(true, wire.first, "first") : nil,
        before: [UInt8](wire.before), content: try Content(content))
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldRoomRecord()
      wire.form = UInt32(wire: form)
      wire.room = room
      wire.node = node
      wire.epoch = epoch
      wire.number = number
      if let first { wire.first = first }
      wire.before = Data(before)
      wire.content = content.wire
      return encode(wire)
    }
  }
}

extension WorldRecord.Room.Content {
  fileprivate init(_ content: WireWorldRoomRecord.OneOf_Content) throws(WireError) {
    switch content {
    case .step(let step): self = .step(try WorldRecord.Step(step))
    case .claim(let claim):
      let fields = Fields("claim")
      self = .claim(
        previous: try fields.name(claim.previous, "previous"),
        aliveUntil: try fields.time(claim.hasAliveUntil, claim.aliveUntil, "alive_until"),
        at: try fields.time(claim.hasAt, claim.at, "at"))
    case .release(let release):
      let fields = Fields("release")
      self = .release(
        to: try fields.name(release.to, "to"),
        at: try fields.time(release.hasAt, release.at, "at"))
    case .closed(let closed):
      self = .closed(at: try Fields("closed").time(closed.hasAt, closed.at, "at"))
    }
  }

  fileprivate var wire: WireWorldRoomRecord.OneOf_Content {
    switch self {
    case .step(let step): return .step(step.wire)
    case .claim(let previous, let aliveUntil, let at):
      var claim = WireWorldClaim()
      claim.previous = previous
      claim.aliveUntil = aliveUntil.microseconds
      claim.at = at.microseconds
      return .claim(claim)
    case .release(let node, let at):
      var release = WireWorldRelease()
      release.to = node
      release.at = at.microseconds
      return .release(release)
    case .closed(let at):
      var closed = WireWorldClosed()
      closed.at = at.microseconds
      return .closed(closed)
    }
  }
}
