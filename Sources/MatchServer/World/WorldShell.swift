// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Journal
import Lobby
package import Logging
import Wire

/// Carries out what the server core asks of its world, and feeds back what the world tells.
///
/// Confined to the loop's thread.
package final class WorldShell {
  private let journal: any SharedJournal
  private let network: any NodeNetwork
  private let logger: Logger
  /// Whether the operator accepts a journal that may lose what it acknowledges.
  var isUnsynced = false
  /// Whether the journal has less than was seen of it, and nothing is written any more.
  var isRegressed = false
  /// Feeds an event to the server core; set by the server's shell.
  var feed: (WorldEvent) -> Void = { _ in }

  /// The world of a shared journal and a network of nodes.
  package init(_ journal: any SharedJournal, _ network: any NodeNetwork, logger: Logger) {
    self.journal = journal
    self.network = network
    self.logger = logger
  }

  /// Begins to listen: from now on `feed` is called.
  ///
  /// - Parameter clock: the clock that pings of other nodes are answered by.
  func begin(_ clock: @escaping () -> ServerTime) {
    network.onAsked = { _ in Self.bytes(of: clock()) }
    network.onTold = { [weak self] in self?.told($0) }
    journal.onNodes = { [weak self] in self?.feed(.nodes($0)) }
    journal.onPlaces = { [weak self] in self?.feed(.places($0)) }
  }

  /// This node has ended: the others need not find out by themselves.
  func end() { journal.withdraw() }

  /// Carries a request out.
  func perform(_ request: WorldRequest, at clock: ServerClock) {
    switch request {
    case .claim(let claim):
      journal.claim(claim) { [weak self] in
        self?.note($0, of: claim)
        self?.feed(.claimed(claim.code, $0))
      }
    case .release(let room, let node):
      journal.release(room, to: node) { [weak self] in self?.feed(.released(room, $0)) }
    case .letGo(let room): journal.letGo(room)
    case .announce(let record):
      journal.announce(record) { [weak self] in self?.feed(.announced($0)) }
    case .ping(let node):
      let began = clock.now
      network.ask(node, [], within: Neighbours.pingTimeout) { [weak self] answer in
        self?.feed(.pinged(node, Self.outcome(of: answer, took: clock.now - began)))
      }
    case .tell(let message, let node):
      network.tell(message.encoded(from: journal.node.description), to: node)
    }
  }

  private func told(_ bytes: [UInt8]) {
    do throws(WireError) {
      let (name, message) = try NodeMessage.decode(bytes)
      guard let node = NodeID(name), node != journal.node, let message else { return }
      feed(.told(message, by: node))
    } catch {
      logger.warning("A node's message was ignored.", metadata: ["reason": "\(error)"])
    }
  }

  private func note(_ outcome: ClaimOutcome, of claim: RoomClaim) {
    switch outcome {
    case .owned(let room, let aliveUntil):
      logger.info(
        "Claimed a room.",
        metadata: [
          "room": "\(room.id.rawValue)", "standstill": "\((claim.now - aliveUntil).rounded)",
        ])
    case .elsewhere, .unknown, .damaged, .unavailable:
      logger.debug("Did not claim a room.", metadata: ["outcome": "\(outcome)"])
    }
  }

  // A ping's answer is the time of the node's clock: microseconds, 8 bytes, big-endian.

  private static func bytes(of time: ServerTime) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: time.microseconds >> (56 - 8 * $0)) }
  }

  private static func outcome(of answer: NodeAnswer, took: Duration) -> PingOutcome {
    switch answer {
    case .nobody: return .nobody
    case .silent: return .silent
    case .answered(let bytes):
      guard bytes.count == 8 else { return .silent }
      let microseconds = bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
      return .answered(at: ServerTime(microseconds: microseconds), took: took)
    }
  }
}

extension ServerShell {
  /// Makes the server a node of its world, after `restore`; `problems` says why its journal is not to
  /// be relied on, though the operator accepts it.
  func join(as node: NodeID, at url: String, problems: [String]) {
    world?.isUnsynced = !problems.isEmpty
    core.join(as: node, at: url, now: clock.now)
    world?.begin { [weak self] in self?.clock.now ?? .zero }
    rearm()
  }
}
