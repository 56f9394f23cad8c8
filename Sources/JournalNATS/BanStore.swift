// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import JetStream
import Journal
import Wire

/// The bans: a key for each target, and a watch that tells every change in its order.
///
/// The outcome of a change comes after the change itself. Used on the loop only.
final class BanStore {
  /// How many changes of each ban are kept, so that no change is missed that was soon followed by
  /// another one: the most that NATS' own tools expect.
  static let history: Int64 = 64

  /// A callback that awaits the notification of a change.
  private struct Waiting {
    let revision: UInt64
    let completion: () -> Void
  }

  private let context: JournalContext
  private var told: UInt64
  private var waiting: Deque<Waiting> = []
  private var subscription: Subscription?
  /// How often it has begun to tell.
  private var round = 0
  /// Called with changes, in their order.
  var onBans: ([BanChange]) -> Void = { _ in }

  /// - Parameters:
  ///   - context: the journal's.
  ///   - told: the last change that is known.
  init(_ context: JournalContext, told: UInt64) {
    self.context = context
    self.told = told
  }

  /// Tells all changes anew, because those that are known were lost and written back.
  func restart() {
    subscription?.cancel()
    told = 0
    start()
  }

  /// Begins to tell.
  func start() {
    let bucket = context.names.bans
    round += 1
    subscription = context.connection.follow(
      "KV_\(bucket)", "$KV.\(bucket).>", from: told + 1
    ) { [self, round] event in
      guard round == self.round, case .message(let message) = event else { return }
      told = message.sequence
      context.note(message.sequence, of: "KV_\(bucket)")
      let entry = KeyEntry(message, in: bucket)
      if let entry, let change = BanChange(entry) { onBans([change]) }
      while let first = waiting.first, first.revision <= told {
        waiting.removeFirst()
        first.completion()
      }
    }
  }

  /// Stores a change, and calls back once with whether it is stored.
  func put(_ change: BanChange, _ outcome: @escaping (Bool) -> Void) {
    guard !context.hasStopped else { return outcome(false) }
    let bucket = context.names.bans
    let finish = { [self] (result: PublishOutcome) in
      switch result {
      case .stored(let revision): wait(for: revision) { outcome(true) }
      case .refused, .noResponders: outcome(false)
      case .unclear: settle(change, outcome)
      }
    }
    switch change {
    case .set(let ban):
      context.connection.put(ban.target.key, in: bucket, ban.stored.bytes, finish)
    case .lift(let target): context.connection.delete(target.key, in: bucket, finish)
    }
  }

  /// Reads whether a change that was unclear is stored.
  private func settle(_ change: BanChange, _ outcome: @escaping (Bool) -> Void) {
    guard !context.hasStopped else { return outcome(false) }
    let key =
      switch change {
      case .set(let ban): ban.target.key
      case .lift(let target): target.key
      }
    context.connection.get(key, in: context.names.bans) { [self] found in
      switch found {
      case .failure:
        context.connection.call(after: JournalContext.pause) { [self] in settle(change, outcome) }
      case .success(let entry):
        guard let entry, BanChange(entry) == change else { return outcome(false) }
        wait(for: entry.revision) { outcome(true) }
      }
    }
  }

  /// Nothing is told any more: whoever waits for that is called back.
  func stop() {
    let left = waiting
    waiting = []
    for waiting in left { waiting.completion() }
  }

  private func wait(for revision: UInt64, _ completion: @escaping () -> Void) {
    guard told < revision, !context.hasStopped else { return completion() }
    let place = waiting.firstIndex { $0.revision > revision } ?? waiting.endIndex
    waiting.insert(Waiting(revision: revision, completion: completion), at: place)
  }
}

extension BanChange {
  /// The change that an entry of the bucket tells; nil if it cannot be read.
  init?(_ entry: KeyEntry) {
    guard let target = BanTarget(key: entry.key) else { return nil }
    guard let value = entry.value else {
      self = .lift(target)
      return
    }
    guard let ban = (try? WorldRecord.Ban(value)).flatMap(Ban.init), ban.target == target else {
      return nil
    }
    self = .set(ban)
  }
}
