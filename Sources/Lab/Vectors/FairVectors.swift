// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// Vectors of `memorize-fair/1` computed elsewhere, compared with this implementation.
enum FairVectors {
  /// Parts that only describe a file.
  private static let words: Set<String> = ["spec", "source", "name", "note"]

  /// Checks a file.
  ///
  /// - Throws: a fault if the file is of another kind.
  static func check(_ text: String) throws(VectorFault) -> VectorReport {
    let file = try VectorObject(try JSONValue(parsing: text))
    var report = VectorReport()
    var isKnown = false
    for name in file.names where !words.contains(name) {
      if let check = check(of: name) {
        isKnown = true
        check(file, &report)
      } else {
        report.skip("unknown part '\(name)'.")
      }
    }
    guard isKnown else { throw VectorFault("has no vectors of a fair deal") }
    return report
  }

  private typealias Check = (VectorObject, inout VectorReport) -> Void

  /// The check for the part called `name`, or nil.
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
          else { throw VectorFault("its name does not give the number of faces") }
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
          report.skip("sanity: unknown part '\(name)'.")
          continue
        }
        report.count("sanity", Comparison(name, hash, try part.text(name)).differences)
      }
    } catch {
      report.fail("sanity: \(error).")
    }
  }
}

/// Published hashes by the names used in vector files.
enum HashSanity {
  /// The hash called `name`: of a text after `sha256_`, or of a case of RFC 4231; nil for any
  /// other.
  static func hash(_ name: String) -> [UInt8]? {
    if name.hasPrefix("sha256_") {
      let text = name.dropFirst(7)
      return Hashing.openSSL.sha256(text == "empty" ? [] : Array(text.utf8))
    }
    guard let keyed = cases[name] else { return nil }
    return Hashing.openSSL.hmac(keyed.key, keyed.data)
  }

  private static let cases: [String: (key: [UInt8], data: [UInt8])] = [
    "hmac_rfc4231_case1": ([UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8)),
    "hmac_rfc4231_case2": (Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)),
    "hmac_rfc4231_case3": (
      [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50)
    ),
    "hmac_rfc4231_case4": (Array(1...25), [UInt8](repeating: 0xcd, count: 50)),
    "hmac_rfc4231_case6": (
      [UInt8](repeating: 0xaa, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    ),
  ]
}

/// The rejection-sampling example of `below`, with bytes instead of words.
enum Rejection {
  /// The differences in an example of `bytes`, a bound `n` and the `results` drawn from them.
  ///
  /// The example draws single bytes, the stream 64-bit words: with the byte as the most significant
  /// one and the bound scaled by 2^56, the same draws are rejected.
  static func differences(_ example: VectorObject) throws(VectorFault) -> [String] {
    let bound = try example.count("n", in: 1...255)
    var bytes: [UInt8] = []
    for number in try example.naturals("bytes") {
      guard let byte = UInt8(exactly: number) else {
        throw VectorFault("'bytes' contains a number that is not a byte")
      }
      bytes.append(byte)
    }
    let results = try example.naturals("results")
    // This many can be drawn; beyond that the stream would need more bytes.
    let accepted = bytes.count { Int($0) < 256 - 256 % bound }
    let stock = bytes
    let hashing = Hashing(
      sha256: { $0 },
      hmac: { _, block in
        let place = block.reduce(0) { $0 << 8 | Int($1) }
        // The stream computes blocks ahead that it never uses.
        let byte = stock.indices.contains(place) ? stock[place] : 0
        return [byte] + [UInt8](repeating: 0, count: 7)
      })
    var stream = RandomStream(key: [], hashing: hashing)
    let drawn = (0..<accepted).map { _ in stream.below(UInt64(bound) << 56) >> 56 }
    return Comparison("results", drawn, results).differences
  }
}
