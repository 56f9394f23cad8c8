// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Default names for bots.
package enum BotNames {
  /// All names, in the order in which they are given.
  package static let all = ["Owl", "Fox", "Badger", "Heron", "Otter", "Marten", "Lynx"]
}
