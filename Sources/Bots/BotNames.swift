// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Default names for bots.
public enum BotNames {
  /// All names, in the order in which they are given.
  public static let all = ["Owl", "Fox", "Badger", "Heron", "Otter", "Marten", "Lynx"]
}
