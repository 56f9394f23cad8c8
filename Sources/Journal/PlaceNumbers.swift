// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// The number of the record by which each open room got its owner, as far as a node knows.
///
/// A node writes a row of the table of open rooms after such a record, and independently of it. The row of a node
/// that was cut off may arrive when the room has long had another owner: a row with a lower number
/// than one that is known is stale.
package struct PlaceNumbers: Sendable {
  private var numbers: [RoomCode: UInt64] = [:]

  /// No room is known.
  package init() {}

  /// Notes the number of a row of an open room.
  ///
  /// - Returns: false if the row is stale. One without a number, as earlier versions write them, never
  ///   is.
  package mutating func note(_ number: UInt64?, of code: RoomCode) -> Bool {
    guard let number else { return true }
    if let known = numbers[code], number < known { return false }
    numbers[code] = number
    return true
  }

  /// A room has closed.
  package mutating func forget(_ code: RoomCode) { numbers[code] = nil }
}
