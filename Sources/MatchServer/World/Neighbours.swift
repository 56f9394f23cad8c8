// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal

/// The other nodes of the world: who is alive, and how their clocks differ from this one's.
///
/// | State | Meaning | Next state |
/// |---|---|---|
/// | living | It has answered lately, or was seen for the first time. | gone, after `nobodyLimit` without a listener or `silenceLimit` without an answer |
/// | gone | Others may claim its rooms. | living, if it answers or tells something new |
///
/// A node is seen in the table of nodes, or as the owner of a room, which the journal may tell earlier.
/// One that ended by itself, or has another run, or is gone and was never in the table, is removed, and
/// so is one that has been gone for `goneKeptFor` and owns no room any more.
/// Being gone is no proof: the rooms' logs decide who owns them.
struct Neighbours: Sendable {
  /// How often each node is pinged.
  static let pingInterval = Duration.milliseconds(250)
  /// How often a node that is gone is pinged: it may have been cut off.
  static let goneInterval = Duration.seconds(2)
  /// How long a ping waits for its answer.
  static let pingTimeout = Duration.seconds(1)
  /// A node that nobody listens for is gone after this.
  static let nobodyLimit = Duration.milliseconds(500)
  /// A node that does not answer is gone after this.
  static let silenceLimit = Duration.seconds(2)
  /// How long a node that is gone is remembered, so that operators see it, and rooms that are claimed
  /// later than usual are given back what they stood still.
  static let goneKeptFor = Duration.seconds(24 * 3600)
  /// Clock samples kept of each node; the one with the shortest round trip counts.
  private static let samplesKept = 8

  /// How many of the removed runs are remembered: one that is not is asked for again.
  private static let departedKept = 64

  private struct Neighbour: Sendable {
    /// What it tells about itself; nil for the owner of a room that has told nothing yet.
    var record: NodeRecord?
    /// When it is pinged next; nil while a ping is under way.
    var pingDue: ServerTime?
    /// When it was last heard of.
    var heardAt: ServerTime
    /// When it was alive for certain: before that, as a message from it may be late.
    var aliveAt: ServerTime
    /// Since when nobody listens for it; nil if that is not so.
    var nobodySince: ServerTime?
    /// Since when it is gone; nil if it is not.
    var goneSince: ServerTime?
    /// By how much its clock is ahead of this node's, at most `bound` wrong.
    var samples: [(offset: Duration, bound: Duration)] = []

    var isGone: Bool { goneSince != nil }

    var best: (offset: Duration, bound: Duration)? { samples.min { $0.bound < $1.bound } }
  }

  private let node: NodeID
  private var all: [NodeID: Neighbour] = [:]
  /// The runs that were removed last, oldest first.
  private var departed: [NodeID] = []
  /// When to look again: nothing is due before it; nil for never.
  ///
  /// Answers move what is due to later times, which only the next look notices, so that one costs O(1).
  private(set) var nextWake: ServerTime?

  /// The neighbours of a node: none yet.
  init(of node: NodeID) { self.node = node }

  /// The records of the nodes that are alive, by id, without this one.
  var living: [NodeRecord] {
    all.values.filter { !$0.isGone }.compactMap(\.record).sorted { $0.id < $1.id }
  }

  /// Those of them that take rooms.
  var takers: [NodeRecord] { living.filter { !$0.isDraining } }

  /// Every node that is known, and whether it is alive, by id.
  var known: [(record: NodeRecord, isGone: Bool)] {
    all.values.compactMap { neighbour in neighbour.record.map { ($0, neighbour.isGone) } }
      .sorted { $0.0.id < $1.0.id }
  }

  /// A living node's record; nil for any other.
  func record(of node: NodeID) -> NodeRecord? {
    all[node].flatMap { $0.isGone ? nil : $0.record }
  }

  /// The nodes that are gone, with when each was last known to be alive.
  var gone: [NodeID: ServerTime] { all.filter(\.value.isGone).mapValues(\.aliveAt) }

  /// Whether a node answers at this moment: one that does not may be about to be gone.
  func isAnswering(_ node: NodeID, at now: ServerTime) -> Bool {
    guard let neighbour = all[node], !neighbour.isGone else { return false }
    return neighbour.nobodySince == nil && now - neighbour.heardAt < Self.pingTimeout
  }

  /// Whether a node is known and alive.
  func isLiving(_ node: NodeID) -> Bool { all[node].map { !$0.isGone } ?? false }

  /// A node has appeared, or has announced something new.
  ///
  /// - Returns: whether it is new, or was gone; and earlier runs of it, which are removed.
  mutating func present(_ record: NodeRecord, now: ServerTime) -> (isNew: Bool, former: [NodeID]) {
    guard record.id.name != node.name else { return (false, []) }
    let former = all.keys.filter { $0.name == record.id.name && $0 != record.id }.sorted()
    for run in former { remove(run) }
    departed.removeAll { $0 == record.id }
    let known = all[record.id]
    var neighbour = known ?? Neighbour(record: record, pingDue: now, heardAt: now, aliveAt: .zero)
    neighbour.record = record
    neighbour.heardAt = max(neighbour.heardAt, now)
    neighbour.aliveAt = max(neighbour.aliveAt, min(record.at, now))
    neighbour.nobodySince = nil
    neighbour.goneSince = nil
    all[record.id] = neighbour
    expect(neighbour)
    return (known.map { $0.isGone || $0.record == nil } ?? true, former)
  }

  /// A node owns a room: unless it is known, it is asked whether it is there.
  mutating func watch(_ owner: NodeID, now: ServerTime) {
    guard owner.name != node.name, all[owner] == nil, !departed.contains(owner) else { return }
    let neighbour = Neighbour(record: nil, pingDue: now, heardAt: now, aliveAt: .zero)
    all[owner] = neighbour
    expect(neighbour)
  }

  private mutating func remove(_ node: NodeID) {
    all[node] = nil
    if all.isEmpty { nextWake = nil }
    departed = departed.suffix(Self.departedKept - 1) + [node]
  }

  /// A node has ended by itself.
  ///
  /// - Returns: whether it was known.
  mutating func ended(_ node: NodeID) -> Bool {
    let isKnown = all[node] != nil
    if isKnown { remove(node) }
    return isKnown
  }

  /// Takes the nodes that are to be pinged by `now`.
  mutating func takePings(now: ServerTime) -> [NodeID] {
    let due = all.filter { $0.value.pingDue.map { $0 <= now } ?? false }.keys.sorted()
    for node in due { all[node]?.pingDue = nil }
    return due
  }

  /// A ping has ended.
  ///
  /// - Returns: whether the node is back.
  mutating func pinged(_ node: NodeID, _ outcome: PingOutcome, now: ServerTime) -> Bool {
    guard var neighbour = all[node] else { return false }
    let wasGone = neighbour.isGone
    switch outcome {
    case .answered(let time, let took):
      neighbour.heardAt = now
      neighbour.aliveAt = max(neighbour.aliveAt, now - took)
      neighbour.nobodySince = nil
      neighbour.goneSince = nil
      let sample = (offset: time - (now - took / 2), bound: took / 2)
      neighbour.samples = neighbour.samples.suffix(Self.samplesKept - 1) + [sample]
    case .nobody: neighbour.nobodySince = neighbour.nobodySince ?? now
    case .silent: break
    }
    neighbour.pingDue = now + (neighbour.isGone ? Self.goneInterval : Self.pingInterval)
    all[node] = neighbour
    expect(neighbour)
    return wasGone && !neighbour.isGone
  }

  /// Takes the nodes that are gone as of `now`.
  mutating func takeGone(now: ServerTime) -> [NodeID] {
    let gone = all.filter { !$0.value.isGone && goneAt($0.value) <= now }.keys.sorted()
    for node in gone {
      if all[node]?.record == nil { remove(node) } else { all[node]?.goneSince = now }
    }
    return gone
  }

  /// Removes the nodes that have been gone for long, but for those that `isNeeded` names.
  mutating func forgetGone(now: ServerTime, unless isNeeded: (NodeID) -> Bool) {
    let past = all.filter { $0.value.goneSince.map { now - $0 >= Self.goneKeptFor } ?? false }
    for node in past.keys.sorted() where !isNeeded(node) { remove(node) }
  }

  /// Finds out when something is due next, once everything due by now is taken; linear in the nodes.
  mutating func rearm() {
    nextWake = nil
    for neighbour in all.values { expect(neighbour) }
  }

  private mutating func expect(_ neighbour: Neighbour) {
    nextWake = earlier(nextWake, neighbour.pingDue)
    if !neighbour.isGone { nextWake = earlier(nextWake, goneAt(neighbour)) }
  }

  private func goneAt(_ neighbour: Neighbour) -> ServerTime {
    let silent = neighbour.heardAt + Self.silenceLimit
    return neighbour.nobodySince.map { min(silent, $0 + Self.nobodyLimit) } ?? silent
  }

  // MARK: Clocks

  /// By how much this node's clock is ahead of the world's: of the middle one of all living nodes'
  /// clocks, and of the two middle ones of the earlier; so of two nodes the one ahead is wrong.
  var clockError: Duration {
    let others = all.values.filter { !$0.isGone }.compactMap { $0.best?.offset }
    let clocks = (others + [.zero]).sorted()
    return .zero - clocks[(clocks.count - 1) / 2]
  }

  /// By how much a node's clock is ahead of this one's, and how wrong that may be; nil if unknown.
  func clockOffset(of node: NodeID) -> (offset: Duration, bound: Duration)? { all[node]?.best }
}
