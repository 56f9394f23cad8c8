// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A screen of what a server tells while one looks.
protocol ServerScreen: InteractiveScreen {
  /// The server is not to be reached any more, and why; what is shown is what it was.
  mutating func lose(_ reason: String)
}
