// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import MatchServer

/// A node of the run: one server process after the other, with a clock and a journal.
final class SimulatedNode {
  /// Its place in the run's list of nodes.
  let index: Int
  /// The running process, or the last one.
  var server: ServerCore
  /// The journal of a server by itself, or of a relay; nil for a node of a world.
  var disk: SimulatedDisk?
  /// The present process's part in its world; nil for a server by itself.
  var membership: WorldMembership?
  /// What makes it a relay; nil for any other server.
  var relay: SimulatedRelay?
  var topics = TopicSubscribers()
  var inbox: Deque<ServerInput> = []
  /// Connections whose waiting bytes have changed since the server was told.
  var noted: Deque<ServerConnectionID> = []
  /// Whether it is handling an input.
  var isBusy = false
  /// How often it has crashed.
  var crashes = 0
  /// When the next process starts; nil while there is one.
  var startsAt: ServerTime?
  /// When a process that shuts down ends; nil if it does not.
  var leavesAt: ServerTime?
  /// Steps left until the planned crash; nil for none.
  var stepsUntilCrash: Int?
  /// How far its clock is ahead of the manual one.
  var offset = Duration.zero
  /// Operators' requests without an answer yet.
  var orders: [AdminRequestID: (request: AdminRequest, askedAt: ServerTime)] = [:]

  init(index: Int, server: ServerCore, disk: SimulatedDisk?) {
    (self.index, self.server, self.disk) = (index, server, disk)
  }

  /// Its name in the trace; empty for a server by itself.
  var mark: String { membership.map { " \($0.node)" } ?? "" }

  /// Whether there is no process.
  var isDown: Bool { startsAt != nil }

  /// Whether there is a process that is not about to end.
  var isServing: Bool { startsAt == nil && leavesAt == nil }

  /// When something other than the server's timer is due; nil for never.
  var nextInstant: ServerTime? {
    earlier(earlier(startsAt, leavesAt), earlier(disk?.nextInstant, relay?.dialsAt))
  }
}

/// What a process of a node has of its world.
struct WorldMembership {
  /// Its name, and which of its runs it is.
  let node: NodeID
  /// Where clients reach it.
  let url: String
  let journal: SimulatedNodeJournal
  /// The results it has been told.
  var results: [String] = []
  /// Its contact to the journal, as seen from outside.
  var contact = JournalContact()
}

/// Whether a node has had the journal for so long that it may take rooms over; counted from outside.
struct JournalContact {
  /// How long it must have had it.
  static let delay = Duration.seconds(2)
  /// A longer time without an answer ends a spell.
  static let silence = Duration.milliseconds(2500)

  private var since: ServerTime?
  private var last: ServerTime?

  /// The journal has stored an announcement of the node.
  mutating func heard(at now: ServerTime) {
    if last.map({ now - $0 > Self.silence }) ?? true { since = now }
    last = now
  }

  /// Whether it may take rooms over.
  func isSettled(at now: ServerTime) -> Bool {
    guard let since, let last else { return false }
    return now - since >= Self.delay && now - last <= Self.silence
  }
}
