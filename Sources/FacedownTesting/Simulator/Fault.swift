// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A family of things that go wrong; each run has some of them and not the others, so that rare
/// combinations come up and one fault does not hide what another would show.
public enum Fault: String, CaseIterable, Hashable, Sendable {
  /// Packets are lost, and what follows them waits.
  case loss
  /// Queues on the way fill up for seconds.
  case congestion
  /// Round trips of up to 600 ms.
  case distance
  /// Connections break off, with what is under way or without, now and then twice in a row.
  case cuts
  /// Nothing arrives for seconds, then all of it, also on connections that were given up.
  case stalls
  /// The client's end is gone and the server is not told.
  case halfOpen
  /// The network is away for a while, or for so long that a player gives up.
  case unplugged
  /// Clocks that run fast or slow, and are set.
  case clocks
  /// Machines that sleep.
  case sleep
  /// The journal takes its time.
  case slowDisk
  /// The journal refuses, once or for seconds.
  case failingDisk
  /// Long after it was given something the journal says what became of it.
  case unclearCommits
  /// The server's process dies, with all it knew but what is on the disk, and starts again.
  case crashes
  /// The server takes its leave of everyone, and starts again.
  case restarts
  /// The kernel's word on lines comes seldom, or not at all.
  case unmeasured
  /// People who leave, resign, want to start again, free others' seats, watch something else.
  case whims
  /// Members who say what no client says: early, stale, reordered, forged, absurd.
  case cheaters
  /// Peers without a seat that send rubbish, floods, tokens they guessed, or nothing at all.
  case noise
  /// Readers that take some bytes a second, or none at all for a while.
  case slowReaders
  /// Players who go away and never come back, now and then all at once.
  case desertion
  /// Players who prove a key, some of them from two machines, and tables whose result counts.
  case keys
  /// Whoever runs the server shows people out, bans them, and drains it.
  case operators
  /// Everybody comes from one address or two, and their server counts closely.
  case sharedAddresses
}
