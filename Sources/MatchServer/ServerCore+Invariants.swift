// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

extension ServerCore {
  /// Checks the relations between the core's tables after an input; debug builds only, O(1).
  func assertConsistent() {
    assert(
      delivery.subscriberCount(of: .roomList) <= connections.count,
      "Each subscriber of the room list is connected.")
    assert(
      inquirers.count <= min(connections.count, Self.mostInquiries),
      "Each replay query has an open connection, and their number is bounded.")
    assert(
      admission.connectionCount == connections.count, "Admission counts every open connection.")
  }
}
