// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

/// What the server core knows of a link.
struct ServerConnection: Sendable {
  let encoding: WireEncoding
  /// What its peer is counted by; nil for not at all.
  let address: String?
  /// Where it is; nil where that is not known.
  let host: String?
  /// Since when it is open.
  let openedAt: ServerTime
  /// The page of the address book that its connection stands on.
  var page: String?
  /// The session that said hello over it, once it was welcomed.
  var session: SessionID?
  /// What was said over it so far, from the hello until the welcome.
  var greeting: Greeting?
  /// Answers of the journal that are still to come and that nobody waits for any more.
  var lateAnswers = 0
  /// The key in its hello, which it may prove.
  var publicKey: [UInt8]?
  /// What it is to sign for that, good once.
  var challenge: [UInt8] = []
  /// What it has signed for that; empty before.
  var usedChallenge: [UInt8] = []
  /// When it last tried a code that no room has, as ``ServerTime/sinceEpoch``; nil for never.
  var guessedAt: Duration?
  /// Whether that session plays: its entries are chased.
  var isPlaying = false
  /// Whether it was told to go: nothing it says counts any more.
  var isDismissed = false
  /// What its peer is told to keep to, and is kept to as long as it is here.
  let limits: ClientLimits
  /// What is known of the line.
  var meter: LineMeter
  /// How fast it may speak.
  var pace: LinkPace
  /// How fast it reads.
  var outlet: OutboundBuffer

  init(
    encoding: WireEncoding, address: String?, host: String?, openedAt: ServerTime,
    limits: ServerLimits
  ) {
    self.encoding = encoding
    self.address = address
    self.limits = limits.client
    self.host = host
    self.openedAt = openedAt
    meter = LineMeter(isBehindProxy: limits.isBehindProxy)
    pace = LinkPace(limits.client)
    outlet = OutboundBuffer(limits.backlog)
  }
}
