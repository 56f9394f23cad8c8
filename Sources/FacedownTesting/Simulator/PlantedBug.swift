// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A violation of an invariant, planted at the boundaries of a correct server: the test of the
/// checker.
package enum PlantedBug: String, CaseIterable, Hashable, Sendable {
  /// The journal confirms an append before it is written, so entries are sent before they are
  /// durable.
  case landsEarly
  /// The journal loses an append now and then.
  case losesEntries
  /// A retried request is handled as a new one.
  case skipsDeduplication
  /// Messages over a session's superseded connection count as if sent over the new one.
  case forgetsFencing
  /// A base view includes the face of a card that lies face down.
  case leaksFace
  /// A number sent to spectators depends on a card that nobody has seen.
  case hintsAtFace
  /// A late joiner gets a base that is too recent: nothing moves in it.
  case trailsTooLittle
  /// A late joiner gets the whole match: a memory aid.
  case tellsThePast
  /// A resuming client gets a base instead of what it missed.
  case forgetsWhatWasSent
  /// An entry is not sent to one of its recipients.
  case dropsEntries
  /// A refusal is not sent.
  case swallowsRefusals
  /// Now and then the journal never reports the outcome of an append.
  case neverTells
  /// A running server is not told which results the journal has stored.
  case swallowsResults
  /// The server is never told that a reader is slow.
  case ignoresSlowness
  /// The server's clock goes back.
  case turnsClockBack
  /// A client reports an entry twice.
  case repeatsNews
  /// A client does not report an entry.
  case swallowsNews
  /// A client starts from another base without announcing it.
  case hidesNewBases
  /// A client accuses a server that dealt as it had committed to.
  case accusesTheHonest
  /// A starting server takes its predecessor to have been alive until that moment.
  case forgetsOutages
  /// Time is refunded twice.
  case givesBackTwice
  /// A starting server takes members who have left for members.
  case forgetsLeavers
  /// A locked room admits spectators.
  case opensLockedRooms
  /// Spectators of a room stay when it is locked.
  case keepsSpectators
  /// A starting server does nothing by itself until it receives something.
  case losesTimers
  /// A player's older connection is not told that a newer one has taken over.
  case forgetsTakeOvers
  /// A kicked session may resume once the server has restarted.
  case forgetsKicks
  /// A starting server has lost its bans.
  case forgetsBans
  /// A draining server opens rooms.
  case forgetsDraining
  /// A starting server has lost the rated results.
  case losesRatings
  /// A session that is read from the journal is not found.
  case losesSessions
  /// Something depends on more than the seed.
  case isUndecided
  /// The nodes' journal stores records behind whatever stands there, as NATS 2.9 does.
  case acceptsTwo
  /// A node takes the journal to answer whether it does or not, so that it claims rooms while it is cut
  /// off itself.
  case claimsBlind
  /// A node folds a claimed room from what it read before the claim.
  case trustsStaleRead
  /// Each node derives codes under a key of its own.
  case drawsAnotherCode
  /// A player is shown to point in another's turn.
  case pointsForOthers
  /// A relay's viewers are shown entries before the delay of spectators is over.
  case relayUndelayed

  /// Whether only a world of nodes can have it.
  package var isOfWorlds: Bool {
    switch self {
    case .acceptsTwo, .claimsBlind, .trustsStaleRead, .drawsAnotherCode, .relayUndelayed: true
    default: false
    }
  }

  /// Faults without which it does not show within a few runs.
  package var faults: Set<Fault> {
    switch self {
    case .forgetsWhatWasSent, .hidesNewBases: [.cuts]
    case .forgetsOutages, .givesBackTwice: [.crashes, .unclearCommits]
    case .forgetsLeavers: [.crashes, .whims]
    case .opensLockedRooms, .keepsSpectators: [.whims]
    case .losesTimers: [.crashes, .desertion]
    case .forgetsTakeOvers: [.keys]
    case .forgetsKicks, .forgetsDraining: [.operators, .crashes]
    case .forgetsBans: [.operators, .crashes, .keys]
    case .losesRatings: [.crashes, .keys]
    case .swallowsResults: [.keys]
    case .losesSessions: [.failingReads, .crashes]
    case .landsEarly, .losesEntries, .skipsDeduplication, .forgetsFencing, .leaksFace, .hintsAtFace,
      .trailsTooLittle, .tellsThePast, .dropsEntries, .swallowsRefusals, .neverTells,
      .ignoresSlowness, .turnsClockBack, .repeatsNews, .swallowsNews, .accusesTheHonest,
      .isUndecided, .acceptsTwo, .claimsBlind, .pointsForOthers, .relayUndelayed:
      []
    case .trustsStaleRead: [.crashes]
    case .drawsAnotherCode: [.cuts]
    }
  }

  /// The faults between nodes without which it does not show within a few runs.
  package var worldFaults: Set<WorldFault> {
    switch self {
    case .acceptsTwo: [.cutFromNeighbours]
    case .claimsBlind: [.cutOff]
    default: []
    }
  }

  /// The same of the nodes' journal.
  package var streamFaults: Set<StreamFault> { self == .trustsStaleRead ? [.staleReads] : [] }
}
