// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The answer to an admin request, or the next part of it.
package struct AdminAnswer: Hashable, Sendable {
  /// Maximum rows of a list.
  static let mostRows = 2_000

  /// The lines, in order.
  package var lines: [AdminReply]

  /// An answer of `lines`.
  package init(_ lines: [AdminReply]) {
    self.lines = lines
  }

  /// A list and its closing sentence.
  init(_ rows: [AdminReply], of total: Int, _ one: String, _ many: String? = nil) {
    assert(rows.count <= total, "A list has no more rows than the total.")
    let counted = total.counted(one, many)
    let sentence =
      rows.count < total ? "The first \(rows.count) of \(counted)." : "\(counted)."
    lines = rows + [.done(sentence)]
  }

  /// The request succeeded.
  static func done(_ sentence: String) -> Self { Self([.done(sentence)]) }

  /// The request was refused.
  static func refused(_ refusal: AdminRefusal) -> Self { Self([.refused(refusal)]) }

  /// Whether it is complete.
  var isLast: Bool { lines.last?.isLast ?? false }
}
