// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Decides when a silent peer is pinged and when its connection is dropped, in ticks of a second.
///
/// Hearing from the peer is only recorded; its consequences are decided when the check is due.
struct SilenceCheck {
  /// What to do, and in how many ticks the next check is due.
  enum Verdict: Equatable {
    /// Do nothing.
    case wait(Int)
    /// Ping the peer.
    case ping(Int)
    /// Drop the connection.
    case giveUp
  }

  /// The tick after which the peer was last heard from.
  private var heardAt: Int
  /// The tick at which it was pinged last, if it has not been seen to answer.
  private var pingedAt: Int?

  /// The connection opens after the tick `now`.
  init(at now: Int) { heardAt = now }

  /// The peer has sent something after the tick `now`.
  mutating func hear(at now: Int) { heardAt = now }

  /// The check is due, or overdue, at the tick `now`.
  mutating func judge(at now: Int, _ options: ConnectionOptions) -> Verdict {
    let pingAfter = Int(options.pingAfter.components.seconds)
    let patience = Int(options.hangUpAfter.components.seconds) - pingAfter
    if let pingedAt, heardAt < pingedAt {
      let left = pingedAt + patience - now
      return left > 0 ? .wait(left) : .giveUp
    }
    pingedAt = nil
    // It was heard from at some time before the tick that followed.
    let left = heardAt + 1 + pingAfter - now
    if left > 0 { return .wait(left) }
    pingedAt = now
    // If it answers at once, the next ping may be due before its time is up.
    return .ping(min(patience, 1 + pingAfter))
  }
}
