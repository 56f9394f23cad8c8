// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import FacedownTesting
import Game
import JetStream
import Journal
import Lobby
import NATSFixtures

@testable import JournalNATS

/// A node of a world on real servers: a journal with a queue as its loop, whose answers are awaited.
///
/// Unchecked: everything is used on the queue.
final class WorldNode: @unchecked Sendable {
  let journal: NATSJournal
  let contents: JournalContents
  private let queue: DispatchQueue
  private var isStopped = false
  private(set) var results: [MatchResult] = []
  private(set) var bans: [BanChange] = []
  private(set) var nodes: [NodeChange] = []
  private(set) var places: [PlaceChange] = []
  private(set) var states: [NATSJournal.State] = []
  private(set) var news: [[UInt8]] = []

  /// Opens the journal of a node; with a listener it tells everything from the beginning.
  static func open(
    _ cluster: NATSCluster, _ name: String = "a", run: String = "1", world: String = "test",
    listener: NodeListener? = nil, _ change: (inout NATSJournalOptions) -> Void = { _ in }
  ) async throws -> WorldNode {
    let queue = DispatchQueue(label: "loop of \(name)")
    var options = cluster.options(NodeID(name: name, run: run), world: world)
    options.tellsEverything = listener != nil
    options.acceptsSameName = listener != nil
    change(&options)
    let (journal, contents) = try await NATSJournal.open(
      options, deliver: { body in queue.async(execute: body) })
    return await withCheckedContinuation { done in
      queue.async { done.resume(returning: WorldNode(journal, contents, queue, listener)) }
    }
  }

  private init(
    _ journal: NATSJournal, _ contents: JournalContents, _ queue: DispatchQueue,
    _ listener: NodeListener?
  ) {
    self.journal = journal
    self.contents = contents
    self.queue = queue
    if let listener {
      listener.listen(to: journal)
    } else {
      journal.onResults = { [weak self] in self?.results += $0 }
      journal.onBans = { [weak self] in self?.bans += $0 }
      journal.onNodes = { [weak self] in self?.nodes += $0 }
      journal.onPlaces = { [weak self] in self?.places += $0 }
    }
    journal.onState = { [weak self] in self?.states.append($0) }
    journal.network.onTold = { [weak self] in self?.news.append($0) }
    journal.start()
  }

  /// Runs a closure on the loop.
  func onLoop<Value: Sendable>(_ body: @escaping @Sendable (WorldNode) -> Value) async -> Value {
    await withCheckedContinuation { done in
      queue.async { [self] in done.resume(returning: body(self)) }
    }
  }

  /// Waits until something holds on the loop, or the task is cancelled.
  func until(_ holds: @escaping @Sendable (WorldNode) -> Bool) async throws {
    while await !onLoop(holds) {
      try Task.checkCancellation()
      await NATSCluster.pause(milliseconds: 10)
    }
  }

  /// Waits until everything is stored and answered, or for a while.
  func untilIdle(within time: Duration) async throws {
    let deadline = ContinuousClock.now + time
    while await !onLoop({ $0.isStopped || $0.journal.isIdle }), .now < deadline {
      try Task.checkCancellation()
      await NATSCluster.pause(milliseconds: 10)
    }
  }

  /// Ends it without a word.
  func stop() async {
    guard await !onLoop({ $0.isStopped }) else { return }
    await withCheckedContinuation { done in
      queue.async { [self] in
        isStopped = true
        journal.cut { done.resume() }
      }
    }
  }

  /// Appends groups without waiting in between; their outcomes in the order of the answers.
  func appendAll(_ groups: [[JournalRecord]]) async -> [[JournalOutcome]] {
    await withCheckedContinuation { done in
      queue.async { [self] in
        let parts = JournalParts(journal, disk: nil)
        var answers: [[JournalOutcome]] = []
        for group in groups {
          parts.write(group) { outcomes in
            answers.append(outcomes)
            if answers.count == groups.count { done.resume(returning: answers) }
          }
        }
      }
    }
  }

  func append(_ records: RoomRecord...) async -> [RoomOutcome] {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.append(records) { done.resume(returning: $0) } }
    }
  }

  func put(_ records: RegistryRecord...) async -> [RegistryOutcome] {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.put(records) { done.resume(returning: $0) } }
    }
  }

  /// Writes back what a server remembers, and what its journal does.
  func refill(
    _ memory: WorldMemory, isDry: Bool = false
  ) async -> Result<RefillReport, NATSJournalError> {
    await withCheckedContinuation { done in
      queue.async { [self] in
        journal.refill(now: .zero, isDry: isDry) {
          memory
        } _: {
          done.resume(returning: $0)
        }
      }
    }
  }

  func get(_ session: SessionID) async -> RegistryAnswer {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.get(session) { done.resume(returning: $0) } }
    }
  }

  func query(_ query: ReplayQuery) async -> ReplayAnswer {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.query(query) { done.resume(returning: $0) } }
    }
  }

  func claim(_ claim: RoomClaim) async -> ClaimOutcome {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.claim(claim) { done.resume(returning: $0) } }
    }
  }

  func release(_ room: RoomID, to node: NodeID) async -> RoomOutcome {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.release(room, to: node) { done.resume(returning: $0) } }
    }
  }

  func report() async -> WorldReport {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.report { done.resume(returning: $0) } }
    }
  }

  func sweep(now: ServerTime) async -> Int? {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.sweep(now: now) { done.resume(returning: $0) } }
    }
  }

  func announce(_ record: NodeRecord) async -> Bool {
    await withCheckedContinuation { done in
      queue.async { [self] in journal.announce(record) { done.resume(returning: $0) } }
    }
  }

  func ask(
    _ node: NodeID, _ bytes: [UInt8], within time: Duration = .seconds(2)
  ) async -> NodeAnswer {
    await withCheckedContinuation { done in
      queue.async { [self] in
        journal.network.ask(node, bytes, within: time) { done.resume(returning: $0) }
      }
    }
  }

  /// Closes the journal; whether everything was stored before.
  @discardableResult
  func close(within limit: Duration = .seconds(2)) async -> Bool {
    await withCheckedContinuation { done in
      queue.async { [self] in
        isStopped = true
        journal.close(within: limit) { done.resume(returning: $0) }
      }
    }
  }
}

extension NATSCluster {
  /// The options of a node of this cluster.
  nonisolated func options(_ node: NodeID, world: String = "test") -> NATSJournalOptions {
    var connection = ConnectionOptions(servers: addresses, name: node.description)
    connection.credentials = .password(user: "node", password: "secret")
    var options = NATSJournalOptions(node: node, world: world, connection: connection)
    options.systemCredentials = .password(user: "system", password: "secret")
    options.checkTime = .milliseconds(150)
    return options
  }
}
