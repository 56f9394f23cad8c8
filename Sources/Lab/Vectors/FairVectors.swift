// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What `memorize-fair/1` comes to, worked out elsewhere, against what the rules here make of it.
enum FairVectors {
  /// Parts that say what a file is.
  private static let words: Set<String> = ["spec", "source", "name", "note"]

  /// Checks all that is in a file.
  ///
  /// - Throws: a fault if it is no such file.
  static func check(_ text: String) throws(VectorFault) -> VectorReport {
    let file = try VectorObject(try JSONValue(parsing: text))
    var report = VectorReport()
    var isKnown = false
    for name in file.names where !words.contains(name) {
      if let check = check(of: name) {
        isKnown = true
        check(file, &report)
      } else {
        report.skip("'\(name)' is nothing this program knows.")
      }
    }
    guard isKnown else { throw VectorFault("has nothing of a fair deal in it") }
    return report
  }

  private typealias Check = (VectorObject, inout VectorReport) -> Void

  /// What checks the part of a file that is called `name`; nil if nothing here does.
  private static func check(of name: String) -> Check? {
    switch name {
    case "vectors": { deals(in: $0, &$1) }
    case "sanity": { sanity(in: $0, &$1) }
    case "rejection_8bit":
      { file, report in
        one(name, of: file, &report) { part throws(VectorFault) in try Rejection.differences(part) }
      }
    case "distribution":
      { file, report in
        one(name, of: file, &report) { part throws(VectorFault) in
          try Distribution.differences(layouts: part)
        }
      }
    case _ where name.hasPrefix("slot0_faces_n"):
      { file, report in
        one(name, of: file, &report) { part throws(VectorFault) in
          guard let faces = Int(name.dropFirst(13)), (1...Distribution.mostFaces).contains(faces)
          else { throw VectorFault("its name says no number of faces") }
          return try Distribution.differences(firstSlots: part, faces: faces)
        }
      }
    default: nil
    }
  }

  private static func one(
    _ name: String, of file: VectorObject, _ report: inout VectorReport,
    _ differences: (VectorObject) throws(VectorFault) -> [String]
  ) {
    do throws(VectorFault) {
      report.count(name, try differences(try file.object(name)))
    } catch {
      report.fail("\(name): \(error).")
    }
  }

  private static func deals(in file: VectorObject, _ report: inout VectorReport) {
    do throws(VectorFault) {
      for (index, value) in try file.list("vectors").enumerated() {
        FairRow.check(value, number: index + 1, &report)
      }
    } catch {
      report.fail("vectors: \(error).")
    }
  }

  private static func sanity(in file: VectorObject, _ report: inout VectorReport) {
    do throws(VectorFault) {
      let part = try file.object("sanity")
      for name in part.names {
        guard let hash = HashSanity.hash(name) else {
          report.skip("sanity: '\(name)' is nothing this program knows.")
          continue
        }
        report.count("sanity", Comparison(name, hash, try part.text(name)).differences)
      }
    } catch {
      report.fail("sanity: \(error).")
    }
  }
}
