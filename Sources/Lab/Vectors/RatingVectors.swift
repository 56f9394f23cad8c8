// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Lobby

/// Ratings before and after matches computed elsewhere, compared with this implementation.
enum RatingVectors {
  /// Parts that only describe a file.
  private static let words: Set<String> = ["model", "source", "spec", "name", "note"]

  /// Checks a file.
  ///
  /// - Throws: a fault if the file is of another kind.
  static func check(_ text: String) throws(VectorFault) -> VectorReport {
    let file = try VectorObject(try JSONValue(parsing: text))
    guard file.has("vectors") || file.has("glicko2_example") else {
      throw VectorFault("has neither 'vectors' nor 'glicko2_example'")
    }
    var report = VectorReport()
    for name in file.names where !words.contains(name) {
      switch name {
      case "vectors":
        for (index, value) in try file.list("vectors").enumerated() {
          check(value, number: index + 1, &report)
        }
      case "glicko2_example": check(glicko: file, &report)
      default: report.skip("unknown part '\(name)'.")
      }
    }
    return report
  }

  private static func check(_ value: JSONValue, number: Int, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let row = try RatingRow(value, number: number)
      report.count(row.name, row.differences)
      for part in row.unknownParts {
        report.skip("\(row.name): unknown part '\(part)'.")
      }
    } catch {
      report.fail("row \(number): \(error).")
    }
  }

  private static func check(glicko file: VectorObject, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let example = try file.object("glicko2_example")
      let computed = Glicko2Example()
      var differences: [String] = []
      for name in example.names {
        guard let ours = computed.values[name] else {
          report.skip("glicko2_example: unknown part '\(name)'.")
          continue
        }
        let theirs = try example.number(name)
        if !ours.meets(theirs) { differences.append("\(name) expected \(theirs), got \(ours)") }
      }
      guard example.names.contains(where: { computed.values[$0] != nil }) else {
        throw VectorFault("there is no value to check")
      }
      report.count("glicko2_example", differences)
    } catch {
      report.fail("glicko2_example: \(error).")
    }
  }
}

/// One row: a match, and its players' ratings before and after.
struct RatingRow {
  /// The row's name.
  let name: String
  /// The differences; empty if there are none.
  let differences: [String]
  /// Unknown parts of the row.
  let unknownParts: [String]

  /// Maximum number of players: the cost is quadratic.
  private static let mostPlayers = 1000
  /// Another program's largest error, which says nothing about ours.
  private static let remark = "max_diff"
  private static let parts: Set<String> = ["name", "note", "ranks", "before", "after"]

  /// Computes the row in `value`, number `number` of its file.
  ///
  /// - Throws: a fault if it is malformed.
  init(_ value: JSONValue, number: Int) throws(VectorFault) {
    let row = try VectorObject(value)
    name = row.has("name") ? try row.text("name") : "row \(number)"
    unknownParts = row.names.filter { !Self.parts.contains($0) && !$0.hasPrefix(Self.remark) }
    let ranks = try Self.ranks(of: row)
    let before = try Self.ratings("before", of: row)
    let after = try Self.ratings("after", of: row)
    guard !ranks.isEmpty, before.count == ranks.count, after.count == ranks.count else {
      throw VectorFault("'ranks', 'before' and 'after' have different lengths")
    }
    guard ranks.count <= Self.mostPlayers else {
      throw VectorFault("a row has at most \(Self.mostPlayers) players")
    }
    guard before.allSatisfy({ $0.sigma > 0 }) else {
      throw VectorFault("a sigma in 'before' is not above zero")
    }
    differences = zip(PlackettLuce().rate(before, ranks: ranks), after).enumerated().compactMap {
      index, pair in
      let (ours, theirs) = pair
      if ours.mu.meets(theirs.mu), ours.sigma.meets(theirs.sigma) { return nil }
      return "player \(index + 1) expected mu \(theirs.mu) and sigma \(theirs.sigma), "
        + "got \(ours.mu) and \(ours.sigma)"
    }
  }

  private static func ranks(of row: VectorObject) throws(VectorFault) -> [Int] {
    let ranks = try row.numbers("ranks").map { Int(exactly: $0) }
    guard !ranks.contains(nil) else { throw VectorFault("'ranks' is not a list of whole numbers") }
    return ranks.compactMap { $0 }
  }

  private static func ratings(
    _ name: String, of row: VectorObject
  ) throws(VectorFault) -> [Rating] {
    var ratings: [Rating] = []
    for value in try row.list(name) {
      guard case .list(let pair) = value, pair.count == 2, let mu = pair[0].double,
        let sigma = pair[1].double
      else { throw VectorFault("'\(name)' is not a list of pairs mu, sigma") }
      ratings.append(Rating(mu: mu, sigma: sigma))
    }
    return ratings
  }
}

/// Glickman's worked example of Glicko-2 ("Example of the Glicko-2 system", 2013): a player of
/// 1500/200/0.06 who wins against 1400/30 and loses to 1550/100 and 1700/300, tau 0.5.
///
/// Glicko-2 is not used here: it rates periods of duels, and tables have up to eight players.
/// Vector files contain the example, so it is computed.
struct Glicko2Example {
  /// The example's results, by the names used in files.
  let values: [String: Double]

  /// Computes it.
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

  /// Step 5 of the paper: the root of its function, found by the Illinois algorithm.
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
