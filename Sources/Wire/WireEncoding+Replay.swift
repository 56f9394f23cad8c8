// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

extension WireEncoding {
  /// Encodes a single replay summary, for a journal.
  package func encode(_ summary: ReplaySummary) -> [UInt8] {
    bytes(of: WireReplaySummary(summary))
  }

  /// Decodes a single replay summary.
  ///
  /// - Throws: `WireError` if the bytes are not one.
  package func decodeReplaySummary(_ bytes: [UInt8]) throws(WireError) -> ReplaySummary {
    try message(WireReplaySummary.self, from: bytes).translated()
  }

  /// Encodes a single view, for a journal.
  package func encode(_ view: MatchView) -> [UInt8] {
    bytes(of: WireMatchView(view))
  }

  /// Decodes a single view.
  ///
  /// - Throws: `WireError` if the bytes are not a view.
  package func decodeView(_ bytes: [UInt8]) throws(WireError) -> MatchView {
    try message(WireMatchView.self, from: bytes).translated()
  }
}
