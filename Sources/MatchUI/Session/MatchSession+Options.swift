// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import MatchClient

extension MatchSession {
  /// What does not change during a session.
  package struct Options: Sendable {
    /// The server as others reach it; nil if no other players are expected.
    package var server: ServerURL?
    /// The option that others need beside the link; empty for none.
    package var linkOption = ""
    /// Encodes a link as a QR code: rows of half-blocks, margin included; no rows if it cannot.
    package var qrCode: @Sendable (String) -> [String] = { _ in [] }
    /// Whether the server stops when this program does.
    package var isHost = false
    /// Whether the program lays scenes out itself: keys then need no window.
    package var hasOwnLayout = false
    /// Whether the player may save replays.
    package var savesReplays = true
    /// Whether to show players' reactions.
    package var showsReactions = true
    /// Whether to show where the player whose turn it is points, and others where this one does.
    package var showsGhosts = true
    /// The names and pictures of the faces.
    package var faces = ThemeFaces.standard
    /// Verifies the match that an entry ends; nil if it ends none or needs no verdict.
    package var verify: @Sendable (Entry, ClientTable) -> Verdict? = { _, _ in nil }

    /// The usual options.
    package init() {}

    /// A link to the server, for results that are shared; empty if only this machine reaches it.
    var link: String { server.map { $0.isLoopback ? "" : $0.link(to: "") } ?? "" }
  }

  /// The verification of a match in a sentence.
  package struct Verdict: Hashable, Sendable {
    /// The result.
    package var sentence: String
    /// Whether the match was fair.
    package var isGood: Bool

    /// A verdict.
    package init(sentence: String, isGood: Bool) {
      self.sentence = sentence
      self.isGood = isGood
    }
  }
}
