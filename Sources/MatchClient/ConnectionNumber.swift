// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Identifies one of a client's connections, numbered from 1 in the order of dialling.
package struct ConnectionNumber: Hashable, Sendable {
  /// 1 for the first.
  package let rawValue: Int

  /// Connection number `rawValue`.
  package init(_ rawValue: Int) {
    self.rawValue = rawValue
  }
}
