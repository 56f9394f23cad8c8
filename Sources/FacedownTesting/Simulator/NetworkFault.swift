// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A network fault at a moment of a run.
enum NetworkFault: Hashable, Sendable {
  /// The client's end closes; what it has sent still arrives, what was sent to it does not.
  case close
  /// The connection breaks with everything in flight, and both ends notice.
  case lose
  /// Nothing arrives for this long; then everything does, unless TCP has timed out.
  case stall(Duration)
  /// The client is gone, and the server notices this much later.
  case halfOpen(Duration)
  /// The client is gone; what it has sent arrives this much later.
  case late(Duration)
  /// The connection breaks, and every attempt to reconnect fails for this long.
  case unplug(Duration)
  /// The client reads at this rate for this long.
  case crawl(bytesPerSecond: Int, Duration)

  /// A fault drawn from those that `faults` enable; nil if they enable none.
  static func drawn(of faults: Set<Fault>, _ dice: inout SeededRandom) -> NetworkFault? {
    let known: [Fault] = [.cuts, .stalls, .halfOpen, .unplugged, .slowReaders]
    switch dice.pick(known.filter(faults.contains)) {
    case .cuts: return dice.happens(0.5) ? .close : .lose
    case .stalls:
      let length = dice.happens(0.8) ? dice.milliseconds(200...8000) : .seconds(dice.roll(10...40))
      return dice.happens(0.5) ? .stall(length) : .late(dice.milliseconds(100...8000))
    case .halfOpen: return .halfOpen(.seconds(dice.roll(1...60)))
    case .unplugged:
      return .unplug(dice.happens(0.9) ? dice.milliseconds(100...10_000) : .seconds(150))
    case .slowReaders:
      // The kernel soon drops a connection whose reader reads nothing.
      if dice.happens(0.2) {
        return .crawl(bytesPerSecond: 0, dice.milliseconds(500...9000))
      }
      return .crawl(bytesPerSecond: 10 << dice.roll(0...5), .seconds(dice.roll(2...60)))
    default: return nil
    }
  }
}
