// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The two basis functions of a spring's motion, at one moment.
///
/// A spring that starts at `offset` from its target with `velocity` is, later, at
/// `offset * release + velocity * push` from it, and moves by
/// `offset * releaseRate + velocity * pushRate` per second.
@usableFromInline
struct SpringBasis {
  /// The remainder of an offset of 1 released at rest.
  @usableFromInline var release: Double
  /// The offset, in seconds, caused by a velocity of 1 per second at the target.
  @usableFromInline var push: Double
  /// The change of ``release`` per second.
  @usableFromInline var releaseRate: Double
  /// The change of ``push`` per second.
  @usableFromInline var pushRate: Double
}

extension Spring {
  /// The basis after `time` seconds; a time below 0, or that is not a number, counts as 0.
  @usableFromInline
  func basis(at time: Double) -> SpringBasis {
    let time = time.onClock
    let rate = dampingRatio * angularFrequency
    let angle = splitFrequency * time
    let square = angularFrequency * angularFrequency
    guard angle * angle >= 1e-3 else {
      return nearlyCritical(time: time, rate: rate, square: square)
    }
    if dampingRatio < 1 {
      let decay = exponential(-rate * time)
      let push = decay * sine(angle) / splitFrequency
      let swing = decay * cosine(angle)
      return SpringBasis(
        release: swing + rate * push, push: push, releaseRate: -square * push,
        pushRate: swing - rate * push)
    }
    // The rates of the two decays are far apart; their product is `square`, which gives the slow
    // one without a difference of nearly equal numbers.
    let fastRate = rate + splitFrequency
    let slowRate = square / fastRate
    let slow = exponential(-slowRate * time) / (2 * splitFrequency)
    let fast = exponential(-fastRate * time) / (2 * splitFrequency)
    let push = slow - fast
    return SpringBasis(
      release: fastRate * slow - slowRate * fast, push: push, releaseRate: -square * push,
      pushRate: fastRate * fast - slowRate * slow)
  }

  /// The basis where both closed forms would divide by nearly nothing: sine and cosine, of real or
  /// of imaginary angles, by their series, whose next term is below the last bit.
  private func nearlyCritical(time: Double, rate: Double, square: Double) -> SpringBasis {
    let angle = splitFrequency * time
    let x = dampingRatio < 1 ? -angle * angle : angle * angle
    let decay = exponential(-rate * time)
    let cosineLike = 1 + x * (1 / 2 + x * (1 / 24 + x * (1 / 720 + x / 40320)))
    let sineLike = 1 + x * (1 / 6 + x * (1 / 120 + x * (1 / 5040 + x / 362880)))
    let push = decay * time * sineLike
    let swing = decay * cosineLike
    return SpringBasis(
      release: swing + rate * push, push: push, releaseRate: -square * push,
      pushRate: swing - rate * push)
  }
}
