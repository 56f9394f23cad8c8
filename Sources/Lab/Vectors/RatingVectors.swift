// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// Ratings before and after matches, worked out elsewhere, against the ones that count here.
enum RatingVectors {
  /// Parts that say what a file is.
  private static let words: Set<String> = ["model", "source", "spec", "name", "note"]

  /// Checks all that is in a file.
  ///
  /// - Throws: a fault if it is no such file.
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
      default: report.skip("'\(name)' is nothing this program knows.")
      }
    }
    return report
  }

  private static func check(_ value: JSONValue, number: Int, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let row = try RatingRow(value, number: number)
      report.count(row.name, row.differences)
      for part in row.unknownParts {
        report.skip("\(row.name): '\(part)' is nothing this program knows.")
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
          report.skip("glicko2_example: '\(name)' is nothing this program knows.")
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
