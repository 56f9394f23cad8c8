// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A promise broken on purpose, at the borders of a server that keeps it: the test of the test.
public enum Sabotage: String, CaseIterable, Hashable, Sendable {
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
  /// A number sent to viewers depends on a card nobody has seen.
  case hintsAtFace
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
  /// Something that the seed does not decide decides something.
  case isUndecided
}
