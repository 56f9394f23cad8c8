// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Wire

/// The table of open rooms: a hint that each owner writes, and repairs.
///
/// Used on the loop only.
final class PlaceTable {
  /// How often it is tried to write that a room has closed.
  private static let mostAttempts = 8

  private let context: JournalContext
  private var places: [RoomCode: NodeID] = [:]
  private var numbers = PlaceNumbers()
  /// The rooms whose row is a stale one.
  private var stale: Set<RoomCode> = []
  private var isCaughtUp = false
  private var subscription: Subscription?
  /// Called with changes, in their order.
  var onPlaces: ([PlaceChange]) -> Void = { _ in }

  init(_ context: JournalContext) { self.context = context }

  /// Begins to tell, or begins anew: first the rooms that are open.
  func start() {
    subscription?.cancel()
    (places, numbers, stale, isCaughtUp) = ([:], PlaceNumbers(), [], false)
    let bucket = context.names.open
    subscription = context.connection.follow("KV_\(bucket)", "$KV.\(bucket).>", from: 1) {
      [self] event in
      switch event {
      case .caughtUp: isCaughtUp = true
      case .message(let message):
        guard let entry = KeyEntry(message, in: bucket),
          let text = WorldNames.text(of: entry.key)
        else { return }
        take(entry.value.flatMap { try? WorldRecord.Place($0) }, of: RoomCode(text))
      }
    }
  }

  /// A room is open at a node, since the record of its log with that number; best effort.
  func put(_ code: RoomCode, at node: NodeID, since number: UInt64) {
    // At once: a stale row may arrive before this one.
    guard numbers.note(number, of: code) else { return }
    write(WorldRecord.Place(node: node.description, since: number), of: code)
  }

  /// A room of a node has closed; best effort.
  ///
  /// Its log is removed by what stands here, after its rest.
  func close(_ code: RoomCode, at time: ServerTime, by node: NodeID) {
    write(WorldRecord.Place(node: node.description, closedAt: time), of: code)
  }

  /// The log of a room says that it closed at `time`: its owner has died before it could write that
  /// here.
  func noteClosed(_ code: RoomCode, at time: ServerTime) {
    guard let owner = places[code] else { return }
    close(code, at: time, by: owner)
  }

  /// Writes those rooms, which are this node's, each since a record of its log, that the table has at
  /// other places.
  func repair(_ rooms: [(code: RoomCode, since: UInt64)]) {
    guard isCaughtUp else { return }
    for (code, number) in rooms where places[code] != context.node || stale.contains(code) {
      put(code, at: context.node, since: number)
    }
  }

  private func write(_ place: WorldRecord.Place, of code: RoomCode, attempt: Int = 1) {
    let key = WorldNames.token(code.rawValue)
    context.connection.put(key, in: context.names.open, place.bytes) { [self] outcome in
      // Owners repair what is open by themselves.
      guard place.closedAt != nil, attempt < Self.mostAttempts, !context.hasStopped else { return }
      if case .stored = outcome { return }
      context.connection.call(after: JournalContext.pause * attempt) { [self] in
        write(place, of: code, attempt: attempt + 1)
      }
    }
  }

  private func take(_ place: WorldRecord.Place?, of code: RoomCode) {
    guard let place, place.closedAt == nil, let node = NodeID(place.node) else {
      numbers.forget(code)
      stale.remove(code)
      // Those that closed long ago are nobody's concern.
      guard places.removeValue(forKey: code) != nil else { return }
      return onPlaces([.closed(code)])
    }
    guard numbers.note(place.since, of: code) else {
      stale.insert(code)
      return
    }
    stale.remove(code)
    places[code] = node
    onPlaces([.open(code, at: node)])
  }
}
