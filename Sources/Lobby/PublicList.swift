// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The public list of rooms, in the order in which they were first listed.
///
/// A change takes constant time on average, however many rooms there are: a room that leaves the
/// list leaves a gap, and the gaps are closed once they are more than the rooms.
struct PublicList: Sendable {
  private var lines: [(room: RoomID, summary: RoomSummary?)] = []
  private var places: [RoomID: Int] = [:]

  /// The lines of the latest rooms, at most `LobbyLimits.roomsListed`.
  var latest: [RoomSummary] {
    lines.reversed().lazy.compactMap(\.summary).prefix(LobbyLimits.roomsListed).reversed()
  }

  /// The number of lines held, gaps included.
  var lineCount: Int { lines.count }

  /// Lists a room, or changes its line.
  mutating func put(_ summary: RoomSummary, for room: RoomID) {
    if let place = places[room] {
      lines[place].summary = summary
    } else {
      places[room] = lines.count
      lines.append((room, summary))
    }
  }

  /// Removes a room, if it is listed.
  mutating func remove(_ room: RoomID) {
    guard let place = places.removeValue(forKey: room) else { return }
    lines[place].summary = nil
    guard lines.count > 2 * places.count + 16 else { return }
    lines.removeAll { $0.summary == nil }
    for (index, line) in lines.enumerated() { places[line.room] = index }
    assert(lines.count == places.count, "Every listed room has exactly one line.")
  }
}
