// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import JetStream
import Journal
import Lobby
import Wire

/// A world as it was found by a node that starts.
struct OpenedWorld {
  var connection: NATSConnection
  var names: WorldNames
  var marks = StreamMarks()
  /// What each stream had.
  var states: [String: StreamState] = [:]
  /// The world's own record.
  var world: WorldRecord.World
  /// Shortcomings that the operator has accepted.
  var problems: [String] = []
  var index = ReplayIndex()
  /// The numbers of the last result and the last change to the bans that are in the contents.
  var lastResult: UInt64 = 0
  var lastBan: UInt64 = 0
  var contents = JournalContents()
}

/// Opens a world: checks the servers, makes or checks its streams, reads what a node restores.
struct WorldOpening {
  /// Pause between attempts while the servers are not there, or have no leader.
  private static let pause = Duration.milliseconds(100)
  /// A node that has this node's name answers within this time.
  private static let answerTime = Duration.seconds(1)
  /// Sessions and spectators that nobody has changed for so long are nobody's any more.
  static let peopleKeptFor = Duration.seconds(7 * 86_400)

  let options: NATSJournalOptions
  let connection: NATSConnection
  let deliver: NATSConnection.Deliver
  private let deadline: ContinuousClock.Instant

  init(
    _ options: NATSJournalOptions, _ connection: NATSConnection,
    deliver: @escaping NATSConnection.Deliver
  ) {
    self.options = options
    self.connection = connection
    self.deliver = deliver
    deadline = .now + options.patience
  }

  /// Waits until a server answers.
  func connect() async throws(NATSJournalError) {
    try await ServerTrust(options, connection, deliver: deliver, deadline: deadline).connect()
  }

  /// Opens it.
  func open() async throws(NATSJournalError) -> OpenedWorld {
    let trust = ServerTrust(options, connection, deliver: deliver, deadline: deadline)
    try await trust.connect()
    let (problems, servers) = try await trust.checkServers()
    let world = try await findWorld(servers: servers)
    let names = WorldNames(world: options.world, roomStreams: world.roomStreams)
    if options.purpose == .deciding { try await checkImport() }
    var opened = OpenedWorld(
      connection: connection, names: names, world: world)
    opened.problems = problems
    try await makeStreams(world, &opened)
    if !options.acceptsSameName { try await checkName(names) }
    opened.contents.lobby.codeKey = world.codeKey
    if !options.tellsEverything {
      try await readResults(&opened)
      try await readBans(&opened)
    }
    return opened
  }

  // MARK: Nodes

  private func checkName(_ names: WorldNames) async throws(NATSJournalError) {
    let outcome = await waitFor {
      connection.request(names.name(options.node.name), [], timeout: Self.answerTime, $0)
    }
    guard case .answered(let answer) = outcome,
      let other = NodeID(String(decoding: answer.bytes, as: UTF8.self)), other != options.node
    else { return }
    throw .nameInUse(other)
  }

  // MARK: Streams

  /// Finds the record of the world, or makes it.
  private func findWorld(servers: Int?) async throws(NATSJournalError) -> WorldRecord.World {
    let bucket = WorldNames.world(options.world)
    let key = WorldNames.worldKey
    while true {
      let found = await waitFor { connection.get(key, in: bucket, $0) }
      switch found {
      case .failure(.refused(let refusal)) where refusal.code == StreamRefusal.noStream:
        guard options.purpose != .reading else { throw .noWorld(name: options.world) }
        try await makeFirstStream(bucket, servers: servers)
      case .failure(let error): try await pause(error, bucket)
      case .success(.some(let entry)):
        guard let value = entry.value, let world = try? WorldRecord.World(value) else {
          throw .differentWorld(
            name: options.world, problem: "its record is of a form that this version does not read")
        }
        try check(world)
        guard let hours = options.restHours, hours != world.restHours else { return world }
        var changed = world
        changed.restHours = hours
        _ = await waitFor {
          connection.put(key, in: bucket, changed.bytes, expecting: entry.revision, $0)
        }
        // Another node may have changed it at the same moment.
        try await pause(.unavailable, bucket)
      case .success(nil):
        guard options.purpose != .reading else { throw .noWorld(name: options.world) }
        let replicas: Int
        switch await waitFor({ connection.replicas(of: "KV_\(bucket)", $0) }) {
        case .success(let count): replicas = count
        case .failure(let error):
          try await pause(error, bucket)
          continue
        }
        var world = WorldRecord.World(
          name: options.world, roomStreams: options.roomStreams ?? 1, replicas: replicas,
          codeKey: RandomBytes.make(32))
        if let hours = options.restHours { world.restHours = hours }
        switch options.purpose {
        case .importing(let key): world.codeKey = key
        case .refilling(let known): world = known
        case .deciding, .reading: break
        }
        // Whether it is stored, or another node's is, the next reading tells.
        _ = await waitFor { connection.put(key, in: bucket, world.bytes, expecting: 0, $0) }
      }
    }
  }

  /// Checks that no journal file is in the world in part.
  private func checkImport() async throws(NATSJournalError) {
    let bucket = WorldNames.world(options.world)
    while true {
      switch await waitFor({ connection.get(WorldNames.importKey, in: bucket, $0) }) {
      case .failure(let error): try await pause(error, bucket)
      case .success(let entry):
        guard let value = entry?.value else { return }
        guard let record = try? WorldRecord.Import(value) else {
          throw .differentWorld(
            name: options.world,
            problem: "its import is of a form that this version does not read")
        }
        guard record.isFinished else {
          throw .halfImported(world: options.world, source: record.source)
        }
        return
      }
    }
  }

  /// Makes the stream of a world's record, on as many servers as the others are to be.
  private func makeFirstStream(_ bucket: String, servers: Int?) async throws(NATSJournalError) {
    let possible = servers.map { $0 < 3 ? [1] : [3] } ?? [3, 1]
    var wanted = options.replicas.map { [$0] } ?? possible
    if case .refilling(let known) = options.purpose { wanted = [known.replicas] }
    var refusal: StreamRefusal?
    for replicas in wanted {
      let stream = StreamConfiguration(bucket: bucket, replicas: replicas)
      switch await waitFor({ connection.makeStream(stream, $0) }) {
      case .success: return
      case .failure(.refused(let found)): refusal = found
      case .failure(.unavailable): return try await pause(.unavailable, bucket)
      }
    }
    if let refusal { try await pause(.refused(refusal), bucket) }
  }

  private func check(_ world: WorldRecord.World) throws(NATSJournalError) {
    func refuse(_ problem: String) -> NATSJournalError {
      .differentWorld(name: options.world, problem: problem)
    }
    guard world.name == options.world else { throw refuse("its name is \(world.name)") }
    if case .importing(let key) = options.purpose, key != world.codeKey {
      throw refuse(
        "its codes of rooms are made by another key than the file's, so both could have the same "
          + "code; import into a world of a new name")
    }
    if let count = options.roomStreams, count != world.roomStreams {
      throw refuse(
        "its rooms are spread over \(world.roomStreams) streams, not \(count), which never changes")
    }
    if let count = options.replicas, count != world.replicas {
      throw refuse("its streams are on \(world.replicas) servers each, not \(count)")
    }
  }

  private func makeStreams(
    _ world: WorldRecord.World, _ opened: inout OpenedWorld
  ) async throws(NATSJournalError) {
    var differences: [String] = []
    for stream in streams(world, opened.names) {
      let made = try await made(stream)
      differences += made.differences
      opened.states[stream.name] = made.state
      opened.marks.begin(stream.name, made.state)
    }
    guard differences.isEmpty else { throw .differentStreams(differences) }
  }

  private func made(
    _ stream: StreamConfiguration
  ) async throws(NATSJournalError) -> (state: StreamState, differences: [String]) {
    while true {
      switch await waitFor({ connection.makeStream(stream, $0) }) {
      case .success(let made): return made
      case .failure(let error): try await pause(error, stream.name)
      }
    }
  }

  /// The streams of a world.
  private func streams(
    _ world: WorldRecord.World, _ names: WorldNames
  ) -> [StreamConfiguration] {
    let replicas = world.replicas
    func people(_ bucket: String) -> StreamConfiguration {
      var stream = StreamConfiguration(bucket: bucket, replicas: replicas)
      stream.maximumAge = Self.peopleKeptFor
      return stream
    }
    let rooms = names.rooms.enumerated().map { index, name in
      StreamConfiguration(
        name: name, subjects: [names.rooms(index)], replicas: replicas,
        maximumBytes: options.maximumBytes)
    }
    return rooms + [
      StreamConfiguration(
        name: names.results, subjects: [names.everyResult], replicas: replicas),
      people(names.sessions), people(names.spectators),
      StreamConfiguration(bucket: names.bans, replicas: replicas, history: BanStore.history),
      StreamConfiguration(bucket: names.nodes, replicas: replicas),
      StreamConfiguration(bucket: names.open, replicas: replicas),
      StreamConfiguration(bucket: WorldNames.world(world.name), replicas: replicas),
    ]
  }

  // MARK: Contents

  private func readResults(_ opened: inout OpenedWorld) async throws(NATSJournalError) {
    let names = opened.names
    for message in try await messages(of: names.results, names.everyResult) {
      opened.lastResult = message.sequence
      guard let result = try? WorldRecord.Result(message.bytes) else {
        opened.contents.damage.append("Result \(message.sequence) cannot be read.")
        continue
      }
      opened.index.add(result)
      opened.contents.lastStamp = max(opened.contents.lastStamp, result.endedAt)
      opened.contents.profiles.fold(result.matchResult)
    }
  }

  private func readBans(_ opened: inout OpenedWorld) async throws(NATSJournalError) {
    let bucket = opened.names.bans
    var bans: [BanTarget: Ban] = [:]
    for message in try await messages(of: "KV_\(bucket)", "$KV.\(bucket).>") {
      opened.lastBan = message.sequence
      switch KeyEntry(message, in: bucket).flatMap(BanChange.init) {
      case .set(let ban)?:
        bans[ban.target] = ban
        opened.contents.lastStamp = max(opened.contents.lastStamp, ban.since)
      case .lift(let target)?: bans[target] = nil
      case nil: opened.contents.damage.append("Ban \(message.sequence) cannot be read.")
      }
    }
    opened.contents.bans = bans.values.sorted {
      ($0.since, $0.target.description) < ($1.since, $1.target.description)
    }
  }

  /// All messages that a stream has now.
  private func messages(
    of stream: String, _ subjects: String
  ) async throws(NATSJournalError) -> [StoredMessage] {
    let reading = StreamReading(connection: connection, patience: options.patience)
    guard let messages = await reading.messages(of: stream, subjects) else {
      throw .unavailable(stream: stream, problem: "no answer")
    }
    return messages
  }

  // MARK: Waiting

  /// Waits a little, unless it has been too long.
  private func pause(_ error: StreamError, _ stream: String) async throws(NATSJournalError) {
    guard .now < deadline else {
      switch error {
      case .refused(let refusal): throw .unavailable(stream: stream, problem: refusal.text)
      case .unavailable: throw .unavailable(stream: stream, problem: "no answer")
      }
    }
    await sleep()
  }

  private func sleep() async { await waitFor { connection.call(after: Self.pause, $0) } }
}
