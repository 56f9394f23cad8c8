// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// A node's connection to the store: its undelivered notifications, and whether it is cut off.
final class StreamConnection {
  let node: NodeID
  private let stream: SimulatedStream
  /// Whether the node has ended.
  private(set) var isClosed = false
  /// Until when it is cut off.
  private(set) var cutUntil = ServerTime.zero
  /// Whether something is on its way to the node.
  var isBeingTold = false
  /// How much of each table it has been told.
  private var told = (results: 0, bans: 0, nodes: 0, places: 0)
  private var placeNumbers = PlaceNumbers()
  private var lastArrival = ServerTime.zero
  private var lastAnswer = ServerTime.zero
  /// What to do once some changes to the bans have been told.
  private var waiting: [(bans: Int, action: () -> Void)] = []
  /// Called with what is new.
  var onResults: ([MatchResult]) -> Void = { _ in }
  var onBans: ([BanChange]) -> Void = { _ in }
  var onNodes: ([NodeChange]) -> Void = { _ in }
  var onPlaces: ([PlaceChange]) -> Void = { _ in }

  init(of node: NodeID, to stream: SimulatedStream) {
    (self.node, self.stream) = (node, stream)
  }

  /// A promise that the node breaks.
  var sabotage: StreamSabotage? { stream.sabotage }

  /// The node has ended, and hears nothing any more.
  func close() {
    isClosed = true
    stream.forget(self)
  }

  /// Cuts the node off from the store until `time`.
  func cut(until time: ServerTime) { cutUntil = time }

  /// Whether it is cut off.
  func isCut(_ now: ServerTime) -> Bool { now < cutUntil }

  /// When a request arrives: behind those before it.
  func nextArrival(_ time: ServerTime) -> ServerTime {
    lastArrival = max(lastArrival, time)
    return lastArrival
  }

  /// When an answer comes: behind those before it.
  func nextAnswer(_ time: ServerTime) -> ServerTime {
    lastAnswer = max(lastAnswer, time)
    return lastAnswer
  }

  // MARK: Notifications from the store

  /// Whether the store has something that this node has not been told.
  func isBehind(_ store: StreamStore) -> Bool {
    !isClosed
      && told != (store.results.count, store.bans.count, store.nodes.count, store.places.count)
  }

  /// Tells the node everything that is new.
  func take(_ store: StreamStore) {
    guard !isClosed else { return }
    let former = told
    told = (store.results.count, store.bans.count, store.nodes.count, store.places.count)
    if told.results > former.results { onResults(Array(store.results[former.results...])) }
    if told.bans > former.bans { onBans(Array(store.bans[former.bans...])) }
    // A node that has just started is told what there is.
    let isFirst = former.nodes + former.places == 0
    if told.nodes > former.nodes {
      onNodes(isFirst ? store.presentNodes : Array(store.nodes[former.nodes...]))
    }
    if told.places > former.places {
      let rows = isFirst ? store.openPlaces : Array(store.places[former.places...])
      onPlaces(rows.filter { isNews($0) }.map(\.change))
    }
    let due = waiting.filter { $0.bans <= told.bans }
    waiting.removeAll { $0.bans <= told.bans }
    for item in due { item.action() }
  }

  private func isNews(_ row: PlaceRow) -> Bool {
    switch row.change {
    case .open(let code, _): return placeNumbers.note(row.since, of: code)
    case .closed(let code):
      placeNumbers.forget(code)
      return true
    }
  }

  /// Does something once the node has been told that many changes to the bans.
  func afterBans(_ count: Int, _ action: @escaping () -> Void) {
    if told.bans >= count { action() } else { waiting.append((count, action)) }
  }

  // MARK: Requests of the node

  /// Sends a request.
  func request<Reply>(
    _ action: @escaping (inout StreamStore) -> Reply,
    _ answer: @escaping (StreamAnswer<Reply>) -> Void
  ) { stream.request(over: self, action, answer) }

  /// Sends a request until it is answered; it may arrive more than once.
  func insist<Reply>(
    _ action: @escaping (inout StreamStore) -> Reply, _ answer: @escaping (Reply) -> Void
  ) {
    request(action) { [unowned self] outcome in
      if case .answered(let reply) = outcome { return answer(reply) }
      after(.milliseconds(100)) { [unowned self] in insist(action, answer) }
    }
  }

  /// Changes the table of open rooms, as soon as the store takes it.
  func change(_ row: PlaceRow) {
    // At once: a stale row may arrive before this one.
    if isNews(row) { insist({ $0.change(row) }, {}) }
  }

  /// Appends a record behind another.
  func append(
    _ record: StreamRecord, to code: RoomCode, behind former: UInt64,
    _ answer: @escaping (StreamAnswer<UInt64?>) -> Void
  ) { stream.append(record, to: code, behind: former, over: self, answer) }

  /// Reads all records of a code; the last few may be missing.
  func read(_ code: RoomCode, _ answer: @escaping (StreamAnswer<[NumberedRecord]>) -> Void) {
    stream.read(code, over: self, answer)
  }

  /// Does something later, unless the node has ended by then.
  func after(_ wait: Duration, _ action: @escaping () -> Void) {
    stream.after(wait, self, action)
  }
}
