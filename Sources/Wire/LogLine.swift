// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// One line of a log as text: a view to start from, or an entry.
///
/// The text is protobuf's JSON, `{"base":{...}}` or `{"entry":{...}}`, on one line, so a file of
/// such lines is a recording.
package enum LogLine: Hashable, Sendable {
  /// The room up to entry `base.seq`.
  case base(MatchView)
  /// The next entry.
  case entry(Entry)

  /// Parses a line; surrounding white space is ignored.
  ///
  /// - Throws: `WireError` if it is neither a view nor an entry.
  package init(json: String) throws(WireError) {
    let line = try WireEncoding.jsonMessage(WireLogLine.self, from: Array(json.utf8)).line
    switch line {
    case .base(let view): self = .base(try view.translated())
    case .entry(let entry): self = .entry(try entry.translated())
    case nil: throw .missing(field: "log_line.base or log_line.entry")
    }
  }

  /// The line's text, without a line break at its end.
  package var json: String {
    var line = WireLogLine()
    switch self {
    case .base(let view): line.base = WireMatchView(view)
    case .entry(let entry): line.entry = WireEntry(entry)
    }
    return String(decoding: WireEncoding.jsonBytes(of: line), as: UTF8.self)
  }
}
