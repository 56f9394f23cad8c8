// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Which version of a session's record is stored: each put that lands gives it another.
///
/// The registry chooses it, and it says nothing but whether two are the same. A session's records
/// never have the same revision twice, not even if it is forgotten and stored again.
package struct Revision: Hashable, Sendable {
  /// The number.
  package var rawValue: UInt64

  /// Revision `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
