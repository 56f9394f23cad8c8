// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Something that goes wrong at a moment of a run.
enum NetworkFault: Hashable, Sendable {
  /// The client's end closes; what it has sent still arrives, what it was sent does not.
  case close
  /// The connection is gone with all that is under way, and both ends know.
  case lose
  /// Nothing arrives for so long; then all of it does, unless TCP has given up.
  case stall(Duration)
  /// The client is gone, and the server learns of it so much later.
  case halfOpen(Duration)
  /// The client is gone; what it has sent arrives so much later.
  case late(Duration)
  /// The connection is lost, and for so long no attempt to connect succeeds.
  case unplug(Duration)
  /// For so long the client reads so many bytes a second and no more.
  case crawl(bytesPerSecond: Int, Duration)

  /// How long TCP keeps sending what is not acknowledged.
  static let userTimeout = Duration.seconds(10)

  /// One of those that `faults` bring; nil if they bring none.
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
      // One that reads nothing at all is soon given up by the kernel.
      if dice.happens(0.2) {
        return .crawl(bytesPerSecond: 0, dice.milliseconds(500...9000))
      }
      return .crawl(bytesPerSecond: 10 << dice.roll(0...5), .seconds(dice.roll(2...60)))
    default: return nil
    }
  }
}
