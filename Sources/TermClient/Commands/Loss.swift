// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What there is to say of a server that could not be reached again.
struct Loss {
  /// Where it was.
  let url: String
  /// Whether this program had started it.
  let isOwnServer: Bool
  /// Whether the server had said that it stops.
  let isAnnounced: Bool

  /// What has happened, and what to do.
  var sentence: String {
    if isOwnServer {
      return "The server beside this program has stopped, and the match with it: start another."
    }
    if isAnnounced {
      return
        "The server at \(url) stopped, and was not back within two minutes: join again once it "
        + "is; it keeps its matches."
    }
    return "The connection to \(url) was lost, and for two minutes there was no other: "
      + "check your network, then join again."
  }
}
