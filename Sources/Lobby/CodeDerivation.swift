// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Derives the codes of rooms from the requests that open them, under a secret key.
///
/// Equal requests get equal codes, so a request that is repeated finds the room it opened, even if
/// whoever answers it no longer knows the request. Without the key, codes cannot be guessed.
struct CodeDerivation: Sendable {
  /// 32 random bytes.
  var key: [UInt8]
  private let hashing: Hashing

  /// Derives under `key`.
  init(key: [UInt8], hashing: Hashing) {
    self.key = key
    self.hashing = hashing
  }

  /// The codes to try for a request, in order; each is derived when it is asked for.
  func codes(
    for audience: MatchSettings.Audience, of origin: Origin
  ) -> LazyMapSequence<Range<Int>, RoomCode> {
    (0..<LobbyLimits.codeAttempts).lazy.map { code(for: audience, of: origin, attempt: $0) }
  }

  /// HMAC(key; session, request, attempt) as the key of the random stream that the code is drawn
  /// from.
  private func code(
    for audience: MatchSettings.Audience, of origin: Origin, attempt: Int
  ) -> RoomCode {
    let text = "room code\0\(origin.session.rawValue)\0\(origin.request.rawValue)\0\(attempt)"
    var random = RandomStream(key: hashing.hmac(key, Array(text.utf8)), hashing: hashing)
    return RoomCode(for: audience, from: &random)
  }
}
