// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// When a spring has come to rest. The square of the distance from the target is a quadratic form of
// the basis, whatever the number of dimensions; its turning points have a closed form in all three
// regimes (a quadratic in tan, t or tanh), and between two of them it only rises or only falls. So
// the last moment at which the distance passes a threshold is found by halving one bracket.

/// A spring in motion, reduced to its initial distance and velocity, in any number of dimensions.
struct SpringMotion {
  let spring: Spring
  /// The square of the distance at the start.
  let distanceSquared: Double
  /// The inner product of distance and velocity at the start.
  let approach: Double
  /// The square of the velocity at the start.
  let speedSquared: Double

  init<Vector: VectorArithmetic>(_ spring: Spring, offset: Vector, velocity: Vector) {
    self.spring = spring
    distanceSquared = offset.magnitudeSquared
    speedSquared = velocity.magnitudeSquared
    approach = ((offset + velocity).magnitudeSquared - distanceSquared - speedSquared) / 2
  }

  /// How far the motion reaches: the distance at the start, enlarged by what the velocity adds.
  var reach: Double {
    let square = spring.angularFrequency * spring.angularFrequency
    return (distanceSquared + speedSquared / square).squareRoot()
  }

  /// The square of the distance at `time`.
  func distanceSquared(at time: Double) -> Double {
    let basis = spring.basis(at: time)
    let mixed = 2 * approach * basis.release * basis.push
    return distanceSquared * basis.release * basis.release + mixed
      + speedSquared * basis.push * basis.push
  }

  /// The last time, in seconds, at which the distance is above `epsilon`; 0 if it never is,
  /// infinity if there is no last time.
  func settlingTime(epsilon: Double) -> Double {
    guard epsilon > 0 else { return reach > 0 ? .infinity : 0 }
    let last =
      spring.dampingRatio < 1 ? lastTouch(of: epsilon) : envelopeTime(share: epsilon / reach)
    guard last.isFinite else { return reach > epsilon ? .infinity : 0 }
    let threshold = epsilon * epsilon
    var quiet = last
    for turn in turningPoints(before: last) {
      if distanceSquared(at: turn) > threshold {
        return crossing(from: turn, to: quiet, threshold)
      }
      quiet = turn
    }
    return distanceSquared > threshold ? crossing(from: 0, to: quiet, threshold) : 0
  }

  /// A time after which every motion of the spring stays within `share` of its reach.
  ///
  /// The distance is at most 2 (1 + m t) e^(-r t) times the reach, with r the slowest rate and m
  /// the faster of the two frequencies; the equation is iterated from below with a margin.
  func envelopeTime(share: Double) -> Double {
    let (frequency, rate) = (spring.angularFrequency, spring.dampingRatio * spring.angularFrequency)
    let slowest =
      spring.dampingRatio <= 1
      ? rate : frequency * frequency / (rate + spring.splitFrequency)
    guard slowest > 0, share < 2 else { return slowest > 0 ? 0 : .infinity }
    let needed = -logarithm(share / 2)
    var time = needed / slowest
    for _ in 0..<5 {
      time = (needed + logarithm(1 + max(frequency, rate) * time)) / slowest
    }
    return time * 1.05
  }

  /// The time at which the envelope of a swinging spring falls to `epsilon`.
  ///
  /// In the half swing before it the distance reaches the envelope, and so `epsilon`, at least
  /// once.
  private func lastTouch(of epsilon: Double) -> Double {
    let rate = spring.dampingRatio * spring.angularFrequency
    let split = spring.splitFrequency
    let drive = speedSquared + 2 * rate * approach + rate * rate * distanceSquared
    let cross = (approach + rate * distanceSquared) / split
    let (mean, half) = (
      (distanceSquared + drive / (split * split)) / 2,
      (distanceSquared - drive / (split * split)) / 2
    )
    let amplitude = mean + (half * half + cross * cross).squareRoot()
    return max(0, logarithm(amplitude / (epsilon * epsilon)) / (2 * rate))
  }

  /// The times, latest first, between 0 and `last` at which the distance turns; for a swinging
  /// spring those of the last two swings, before which it reaches further.
  private func turningPoints(before last: Double) -> [Double] {
    let split = spring.splitFrequency
    let rate = spring.dampingRatio * spring.angularFrequency
    let swings = spring.dampingRatio < 1
    let curvature = swings ? -split * split : split * split
    // With d the offset and B = v + r d, the distance is |d + B u| times a decay, and turns where
    // (d + B u)(B + curvature d u) = r |d + B u|^2; u is tan, t or tanh over the split frequency.
    let (d, v) = (distanceSquared, speedSquared)
    let cross = approach + rate * d
    let drive = v + 2 * rate * approach + rate * rate * d
    let roots = quadraticRoots(
      square: curvature * cross - rate * drive,
      linear: drive + curvature * d - 2 * rate * cross, constant: cross - rate * d)
    var times: [Double] = []
    for root in roots {
      let x = split * root
      if split * last < 1e-6 {
        times.append(root)
      } else if !swings {
        if x > 0, x < 1 { times.append(logarithm((1 + x) / (1 - x)) / (2 * split)) }
      } else {
        let first = arcTangent(x) / split
        let period = .pi / split
        let latest = ((last - first) / period).rounded(.down)
        for back in 0..<3 { times.append(first + (latest - Double(back)) * period) }
      }
    }
    times.removeAll { !($0 > 0 && $0 < last) }
    return times.sorted(by: >)
  }

  /// The time between `loud` and `quiet` at which the square of the distance falls to `threshold`.
  private func crossing(from loud: Double, to quiet: Double, _ threshold: Double) -> Double {
    var (loud, quiet) = (loud, quiet)
    while true {
      let middle = loud + (quiet - loud) / 2
      guard middle > loud, middle < quiet else { return quiet }
      if distanceSquared(at: middle) > threshold { loud = middle } else { quiet = middle }
    }
  }
}

/// The real roots of `square` x^2 + `linear` x + `constant`, without loss where they nearly cancel.
private func quadraticRoots(square: Double, linear: Double, constant: Double) -> [Double] {
  let discriminant = linear * linear - 4 * square * constant
  guard discriminant >= 0 else { return [] }
  let root = discriminant.squareRoot()
  let sum = -(linear + (linear < 0 ? -root : root)) / 2
  return [sum / square, constant / sum].filter { $0.isFinite }
}
