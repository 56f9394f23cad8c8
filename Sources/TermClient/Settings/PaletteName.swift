// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Palette {
  /// The palettes there are.
  enum Name: String, Hashable, Sendable, CaseIterable {
    case standard = "default"
    case deutan
    case protan
    case tritan
    case highContrast = "high-contrast"
    case mono
  }
}
