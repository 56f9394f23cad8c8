// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A family of faults; each run has some of them, so that rare combinations come up and one fault
/// does not mask another.
package enum Fault: String, CaseIterable, Hashable, Sendable {
  /// Packet loss, with head-of-line blocking.
  case loss
  /// Queues on the path fill up for seconds.
  case congestion
  /// Round trips of up to 600 ms.
  case distance
  /// Connections break, with or without what is in flight, sometimes twice in a row.
  case cuts
  /// Nothing arrives for seconds, then everything, also on connections that were given up.
  case stalls
  /// The client's end is gone, and the server does not notice.
  case halfOpen
  /// The network is down for a while, or so long that a player gives up.
  case unplugged
  /// Clocks that run fast or slow, and are set.
  case clocks
  /// Machines that sleep.
  case sleep
  /// A slow journal.
  case slowDisk
  /// The journal fails, once or for seconds.
  case failingDisk
  /// The journal reports outcomes long after the append.
  case unclearCommits
  /// The server crashes, with everything but the disk, and restarts.
  case crashes
  /// The server shuts down cleanly, and restarts.
  case restarts
  /// TCP's round-trip measurements are rare or missing.
  case unmeasured
  /// Players leave, resign, restart, free others' seats, or watch another room.
  case whims
  /// Members who send what no client sends: early, stale, reordered, forged, absurd.
  case cheaters
  /// Peers without a seat that send garbage, floods, guessed tokens, or nothing at all.
  case noise
  /// Readers that take a few bytes a second, or none at all for a while.
  case slowReaders
  /// Players who disconnect for good, sometimes all at once.
  case desertion
  /// Players who prove a key, some from two machines, and rated tables.
  case keys
  /// An operator who kicks, bans and drains.
  case operators
  /// Everyone shares one or two addresses, under strict per-address limits.
  case sharedAddresses
  /// New rooms are told that their codes are taken.
  case takenCodes
  /// Sessions leave memory early, and reading one takes seconds, or fails.
  case failingReads
}
