// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A number by which an asker recognises the journal's answer.
///
/// The journal hands it back and makes nothing of it.
package struct CorrelationID: Hashable, Sendable {
  /// The number.
  package var rawValue: UInt64

  /// Correlation `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
