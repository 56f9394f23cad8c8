// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A promise broken on purpose, at the borders of a server that keeps it: the test of the test.
public enum PlantedBug: String, CaseIterable, Hashable, Sendable {
  /// The journal says that it has what it is only about to write: sent before it is committed.
  case landsEarly
  /// The journal loses an append now and then.
  case losesEntries
  /// A request that comes again is taken for a new one.
  case skipsDeduplication
  /// What an old connection of a session still says counts as if it came over the new one.
  case forgetsFencing
  /// A base view holds the face of a card that lies face down.
  case leaksFace
  /// A number sent to spectators depends on a card nobody has seen.
  case hintsAtFace
  /// Who comes in the middle of things is given a base in which everything has come to rest.
  case trailsTooLittle
  /// Who comes in the middle of things is given all of the match: a memory aid.
  case tellsThePast
  /// Who comes back is given a base, and not what it missed.
  case forgetsWhatWasSent
  /// An entry is not sent to one of those who should have it.
  case dropsEntries
  /// A refusal is not sent.
  case swallowsRefusals
  /// Now and then the journal never says what became of what it was given.
  case neverTells
  /// The server is never told that somebody reads slowly.
  case ignoresSlowness
  /// The server's clock is set back.
  case turnsClockBack
  /// A client tells its user of an entry twice.
  case repeatsNews
  /// A client does not tell its user of an entry.
  case swallowsNews
  /// A client starts from another base and does not say so.
  case hidesNewBases
  /// A client accuses a server that has dealt as it had committed to.
  case accusesTheHonest
  /// A server that starts takes the last one to have been there until that moment.
  case forgetsOutages
  /// Time is given back twice.
  case givesBackTwice
  /// A server that starts takes those who have left for members.
  case forgetsLeavers
  /// Who asks to watch a locked room may.
  case opensLockedRooms
  /// Who watches a room that becomes locked goes on.
  case keepsSpectators
  /// A server that starts does nothing by itself until somebody says something.
  case losesTimers
  /// A player's older connection is not told that a newer one has taken its place.
  case forgetsTakeOvers
  /// Who was shown out may come back to the session, once the server has started again.
  case forgetsKicks
  /// A server that starts knows nothing of who is banned.
  case forgetsBans
  /// A server that is about to stop opens rooms.
  case forgetsDraining
  /// A server that starts knows nothing of the matches that were rated.
  case losesRatings
  /// Something that the seed does not decide decides something.
  case isUndecided

  /// What must go wrong for it to show within a few runs.
  public var faults: Set<Fault> {
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
    case .landsEarly, .losesEntries, .skipsDeduplication, .forgetsFencing, .leaksFace, .hintsAtFace,
      .trailsTooLittle, .tellsThePast, .dropsEntries, .swallowsRefusals, .neverTells,
      .ignoresSlowness, .turnsClockBack, .repeatsNews, .swallowsNews, .accusesTheHonest,
      .isUndecided:
      []
    }
  }
}
