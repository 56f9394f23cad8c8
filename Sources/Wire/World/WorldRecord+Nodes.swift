// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
package import Game

extension WorldRecord {
  /// A node, under its name.
  package struct Node: Stored {
    /// `name/run`.
    package var id: String
    /// Where clients reach it.
    package var url: String
    /// The version of its program.
    package var version: String
    /// The newest form of room records that it reads.
    package var reads: Int
    /// The rooms it decides for.
    package var rooms: Int
    /// Its open connections.
    package var connections: Int
    /// Whether it takes no more rooms.
    package var isDraining: Bool
    /// When it wrote this.
    package var at: ServerTime

    /// A node with all its parts.
    package init(
      id: String, url: String, version: String, reads: Int, rooms: Int, connections: Int,
      isDraining: Bool, at: ServerTime
    ) {
      self.id = id
      self.url = url
      self.version = version
      self.reads = reads
      self.rooms = rooms
      self.connections = connections
      self.isDraining = isDraining
      self.at = at
    }

    /// Decodes a node.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldNode.self, bytes)
      let fields = Fields("node")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        id: try fields.name(wire.id, "id"),
        url: try fields.text(wire.url, "url", limit: Bounds.sentence),
        version: try fields.text(wire.version, "version", limit: Bounds.agent),
        reads: try fields.integer(wire.hasReads, wire.reads, "reads", in: Bounds.count),
        rooms: try fields.integer(wire.hasRooms, wire.rooms, "rooms", in: Bounds.count),
        connections: try fields.integer(
          wire.hasConnections, wire.connections, "connections", in: Bounds.count),
        isDraining: wire.draining, at: try fields.time(wire.hasAt, wire.at, "at"))
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldNode()
      wire.form = UInt32(wire: form)
      wire.id = id
      wire.url = url
      wire.version = version
      wire.reads = UInt32(wire: reads)
      wire.rooms = UInt32(wire: rooms)
      wire.connections = UInt32(wire: connections)
      wire.draining = isDraining
      wire.at = at.microseconds
      return encode(wire)
    }
  }

  /// Where a room is open, under its code.
  package struct Place: Stored {
    /// The node that owned it last.
    package var node: String
    /// When it closed; nil while it is open.
    package var closedAt: ServerTime?
    /// The number of the record in the room's stream that made the node the owner; nil if it closed, and
    /// in rows of earlier versions.
    package var since: UInt64?

    /// A place with all its parts.
    package init(node: String, closedAt: ServerTime? = nil, since: UInt64? = nil) {
      self.node = node
      self.closedAt = closedAt
      self.since = since
    }

    /// Decodes a place.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldPlace.self, bytes)
      let fields = Fields("place")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        node: try fields.name(wire.node, "node"),
        closedAt: wire.hasClosedAt ? ServerTime(microseconds: wire.closedAt) : nil,
        since: wire.hasSince ? wire.since : nil)
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldPlace()
      wire.form = UInt32(wire: form)
      wire.node = node
      if let closedAt { wire.closedAt = closedAt.microseconds }
      if let since { wire.since = since }
      return encode(wire)
    }
  }

  /// What all nodes of a world agree on.
  package struct World: Stored {
    /// Its name.
    package var name: String
    /// The number of streams that rooms are spread over.
    package var roomStreams: Int
    /// How many servers have each stream.
    package var replicas: Int
    /// The key of the codes of rooms, 32 bytes.
    package var codeKey: [UInt8]
    /// How many hours the code and the log of a closed room are kept.
    package var restHours = standardRestHours
    /// The same as a duration.
    package var rest: Duration { .seconds(restHours * 3600) }

    /// The hours of a world whose record does not say it: thirty days.
    package static let standardRestHours = 720
    /// Hours that rooms may rest: until a replay has been watched, and up to ten years.
    package static let possibleRestHours = 1...87_600
    /// Streams that rooms can be spread over.
    package static let possibleRoomStreams = 1...64
    /// Servers that can have a stream.
    package static let possibleReplicas = 1...5

    /// A world with all its parts.
    package init(name: String, roomStreams: Int, replicas: Int, codeKey: [UInt8]) {
      self.name = name
      self.roomStreams = roomStreams
      self.replicas = replicas
      self.codeKey = codeKey
    }

    /// Decodes a world.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldWorld.self, bytes)
      let fields = Fields("world")
      try fields.checkForm(wire.hasForm, wire.form)
      try fields.check(wire.codeKey.count, "code_key", in: 32...32)
      self.init(
        name: try fields.name(wire.name, "name"),
        roomStreams: try fields.integer(
          wire.hasRoomStreams, wire.roomStreams, "room_streams", in: Self.possibleRoomStreams),
        replicas: try fields.integer(
          wire.hasReplicas, wire.replicas, "replicas", in: Self.possibleReplicas),
        codeKey: [UInt8](wire.codeKey))
      guard wire.hasRestHours else { return }
      restHours = try fields.integer(
        true, wire.restHours, "rest_hours", in: Self.possibleRestHours)
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldWorld()
      wire.form = UInt32(wire: form)
      wire.name = name
      wire.roomStreams = UInt32(wire: roomStreams)
      wire.replicas = UInt32(wire: replicas)
      wire.codeKey = Data(codeKey)
      if restHours != Self.standardRestHours { wire.restHours = UInt32(wire: restHours) }
      return encode(wire)
    }
  }

  /// Who has swept the world last.
  package struct Sweep: Stored {
    /// The node.
    package var node: String
    /// When it began.
    package var at: ServerTime

    /// A sweep of `node`.
    package init(node: String, at: ServerTime) {
      self.node = node
      self.at = at
    }

    /// Decodes a sweep.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldSweep.self, bytes)
      let fields = Fields("sweep")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(
        node: try fields.name(wire.node, "node"), at: try fields.time(wire.hasAt, wire.at, "at"))
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldSweep()
      wire.form = UInt32(wire: form)
      wire.node = node
      wire.at = at.microseconds
      return encode(wire)
    }
  }

  /// A journal file that is being imported into the world, or was.
  package struct Import: Stored {
    /// The file's identity, and how far it has come.
    package var source: String
    /// Whether all of it is there.
    package var isFinished: Bool

    /// An import of `source`.
    package init(source: String, isFinished: Bool) {
      self.source = source
      self.isFinished = isFinished
    }

    /// Decodes an import.
    package init(_ bytes: [UInt8]) throws(WireError) {
      let wire = try decode(WireWorldImport.self, bytes)
      let fields = Fields("import")
      try fields.checkForm(wire.hasForm, wire.form)
      self.init(source: try fields.name(wire.source, "source"), isFinished: wire.finished)
    }

    /// Its bytes.
    package var bytes: [UInt8] {
      var wire = WireWorldImport()
      wire.form = UInt32(wire: form)
      wire.source = source
      wire.finished = isFinished
      return encode(wire)
    }
  }
}
