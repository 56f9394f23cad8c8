// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Names for bots that nobody named.
public enum BotNames {
  /// All of them, in the order in which they are given.
  public static let all = ["Owl", "Fox", "Badger", "Heron", "Otter", "Marten", "Lynx"]
}
