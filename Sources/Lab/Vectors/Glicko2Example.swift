// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Glickman's worked example of Glicko-2 ("Example of the Glicko-2 system", 2013): a player of
/// 1500/200/0.06 who wins against 1400/30 and loses to 1550/100 and 1700/300, tau 0.5.
///
/// Nothing is rated by it here: its unit is a period of duels, and tables have up to eight players.
/// Files of vectors carry the example, so it is worked out anew.
struct Glicko2Example {
  /// What the example comes to, by the names that files use.
  let values: [String: Double]

  /// Works it out.
  init() {
    let (scale, tau) = (173.7178, 0.5)
    let (mu, phi, sigma) = (0.0, 200 / scale, 0.06)
    let opponents = [(1400.0, 30.0, 1.0), (1550, 100, 0), (1700, 300, 0)]
    var (precision, surprise) = (0.0, 0.0)
    for (rating, deviation, score) in opponents {
      let spread = deviation / scale
      let weight = 1 / (1 + 3 * spread * spread / (Double.pi * Double.pi)).squareRoot()
      let expected = 1 / (1 + exp(-weight * (mu - (rating - 1500) / scale)))
      precision += weight * weight * expected * (1 - expected)
      surprise += weight * (score - expected)
    }
    let v = 1 / precision
    let delta = v * surprise
    let volatility = Self.volatility(delta: delta, phi: phi, v: v, sigma: sigma, tau: tau)
    let star = (phi * phi + volatility * volatility).squareRoot()
    let nextPhi = 1 / (1 / (star * star) + 1 / v).squareRoot()
    let nextMu = mu + nextPhi * nextPhi * surprise
    values = [
      "v": v, "delta": delta, "vol": volatility, "phi_star": star, "phi2": nextPhi, "mu2": nextMu,
      "r": 1500 + scale * nextMu, "rd": scale * nextPhi,
    ]
  }

  /// Step 5 of the paper: where its function crosses zero, by the Illinois algorithm.
  private static func volatility(
    delta: Double, phi: Double, v: Double, sigma: Double, tau: Double
  ) -> Double {
    let a = log(sigma * sigma)
    func f(_ x: Double) -> Double {
      let spread = phi * phi + v + exp(x)
      return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau)
    }
    var (low, high) = (a, a - tau)
    while f(high) < 0 { high -= tau }
    var (below, above) = (f(low), f(high))
    for _ in 0..<100 where (high - low).magnitude > 1e-14 {
      let next = low + (low - high) * below / (above - below)
      let value = f(next)
      if value * above <= 0 {
        (low, below) = (high, above)
      } else {
        below /= 2
      }
      (high, above) = (next, value)
    }
    return exp(low / 2)
  }
}
