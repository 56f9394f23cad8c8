// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

extension WireEncoding {
  /// The bytes of a match's line in a list by itself, as a journal keeps it.
  public func encode(_ summary: ReplaySummary) -> [UInt8] {
    bytes(of: WireReplaySummary(summary))
  }

  /// The line of a list that `bytes` are.
  ///
  /// - Throws: `WireError` if they are none.
  public func decodeReplaySummary(_ bytes: [UInt8]) throws(WireError) -> ReplaySummary {
    try message(WireReplaySummary.self, from: bytes).translated()
  }

  /// The bytes of a view by itself, as a journal keeps it.
  public func encode(_ view: MatchView) -> [UInt8] {
    bytes(of: WireMatchView(view))
  }

  /// The view that `bytes` are.
  ///
  /// - Throws: `WireError` if they are none.
  public func decodeView(_ bytes: [UInt8]) throws(WireError) -> MatchView {
    try message(WireMatchView.self, from: bytes).translated()
  }
}
