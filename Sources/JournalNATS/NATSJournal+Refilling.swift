// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import JetStream
package import Journal
import Wire

extension NATSJournal {
  /// Writes back what this node remembers, after the servers have lost it, and goes on writing; calls
  /// back once, on the loop.
  ///
  /// What stands there and is not older stays, so several nodes can do this at the same time, and one
  /// of them again. Until all is written nothing else is, and after a failure nothing has changed.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - isDry: whether the rooms are only compared.
  ///   - memory: returns what the server remembers; called once nothing waits for the servers' answer.
  ///   - completion: is handed what became of it, or why it cannot be written back.
  package func refill(
    now: ServerTime, isDry: Bool, _ memory: @escaping () -> WorldMemory,
    _ completion: @escaping (Result<RefillReport, NATSJournalError>) -> Void
  ) {
    guard isLacking else { return completion(.failure(.nothingLost(world: world))) }
    guard roomRefill.begin() else { return completion(.failure(.refilling(world: world))) }
    let begin = { [self] in
      let (contents, known) = (remembered(memory()), knownWorld)
      let isWhole = context.hasStopped
      nonisolated(unsafe) let completion = completion
      Task { [self] in
        let result = await refill(contents, of: known, now: now, isDry: isDry)
        deliver { [self] in
          if case .success(let (opened, done)) = result, !isDry {
            resume(done, in: opened, isWhole: isWhole)
          }
          roomRefill.end()
          completion(
            result.map { result in
              var report = result.done.report
              report.isWhole = isWhole
              return report
            })
        }
      }
    }
    // Rooms that were left stand still; the others go on meanwhile.
    guard context.hasStopped else { return begin() }
    whenIdle(by: .now + Self.answersWithin) { [self] isIdle in
      if isIdle { return begin() }
      roomRefill.end()
      completion(.failure(.unavailable(stream: world, problem: "answers are missing")))
    }
  }

  /// Whether the servers lack what this node remembers.
  package var isLacking: Bool { context.hasStopped || roomRefill.isUnfinished }

  /// Answers of the servers come within this time, or not at all.
  private static let answersWithin = Duration.seconds(10)

  private func refill(
    _ contents: WorldRefill.Contents, of world: WorldRecord.World, now: ServerTime, isDry: Bool
  ) async -> Result<(opened: OpenedWorld, done: WorldRefill.Done), NATSJournalError> {
    do {
      let opened = try await open(world, isDry: isDry)
      let reach = WorldReach(opened, options, deliver)
      let refill = WorldRefill(reach: reach, node: node, contents: contents, now: now)
      let done =
        try await isDry
        ? refill.compare() : refill.run(unless: { opened.index.contains($0) })
      return .success((opened, done))
    } catch {
      return .failure(
        error as? NATSJournalError
          ?? .unavailable(stream: self.world, problem: String(describing: error)))
    }
  }

  /// Opens the world anew, which may have to be made; one that is only looked at stays as it is.
  private func open(
    _ world: WorldRecord.World, isDry: Bool
  ) async throws(NATSJournalError) -> OpenedWorld {
    var options = options
    options.purpose = .refilling(world)
    options.roomStreams = world.roomStreams
    options.replicas = nil
    options.restHours = nil
    options.tellsEverything = false
    let opening = WorldOpening(options, context.connection.connection, deliver: deliver)
    guard isDry else { return try await opening.open() }
    try await opening.connect()
    return OpenedWorld(
      connection: context.connection.connection, names: context.names, world: world)
  }

  /// The world's record as this node remembers it.
  private var knownWorld: WorldRecord.World {
    var known = record
    known.restHours = Int(context.rest / .seconds(3600))
    return known
  }

  /// What is to be written back of the server's memory, with what this journal remembers.
  private func remembered(_ memory: WorldMemory) -> WorldRefill.Contents {
    var contents = WorldRefill.Contents(rooms: roomRefill.remembered(memory.rooms))
    guard context.hasStopped else { return contents }
    (contents.sessions, contents.bans) = (memory.sessions, memory.bans)
    // The last ones may not have been read from their stream before that was lost.
    let last = contents.rooms.compactMap(\.result).filter { !archive.contains($0.matchID) }
    contents.results = archive.results + last.sorted { $0.endedAt < $1.endedAt }
    return contents
  }

  /// Resumes writing behind what was written back, and reports what was stored since.
  private func resume(_ done: WorldRefill.Done, in opened: OpenedWorld, isWhole: Bool) {
    if isWhole { context.resume(opened.marks, rest: opened.world.rest) }
    roomRefill.resume(done.rooms, isWhole: isWhole)
    guard isWhole else { return }
    sessions.forgetRevisions()
    archive.restart()
    bans.restart()
    nodes.start()
    places.start()
  }
}
