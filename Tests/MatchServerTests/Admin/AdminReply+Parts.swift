// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchServer

/// What a line has, if it is of that kind.
extension AdminReply {
  var room: Room? { if case .room(let room) = self { room } else { nil } }
  var session: Session? { if case .session(let session) = self { session } else { nil } }
  var ban: Banned? { if case .ban(let ban) = self { ban } else { nil } }
  var status: Status? { if case .status(let status) = self { status } else { nil } }
  var node: Node? { if case .node(let node) = self { node } else { nil } }
  var world: World? { if case .world(let world) = self { world } else { nil } }
  var stream: Stream? { if case .stream(let stream) = self { stream } else { nil } }
  var refilled: Refilled? { if case .refilled(let room) = self { room } else { nil } }
  var effect: Effect? { if case .effect(let effect) = self { effect } else { nil } }
  var done: String? { if case .done(let sentence) = self { sentence } else { nil } }
  var refused: AdminRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
