// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@testable import Lab

@Suite("Vectors of the fair deal", .timeLimit(.minutes(1)))
struct FairVectorsTests {
  private func resource(_ name: String) throws -> String {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Resources"))
    return try String(contentsOf: url, encoding: .utf8)
  }

  /// A row that passes.
  private func row() throws -> String { try resource("row") }

  private func check(_ rows: String) throws -> VectorReport {
    try FairVectors.check("{\"spec\": \"s\", \"vectors\": [\(rows)]}")
  }

  @Test("a correct row passes")
  func passing() throws {
    let report = try check("\(try row()), \(try row())")
    #expect(report.failures == [] && report.skipped == [] && report.passedCount == 2)
  }

  @Test("other labels, later epochs, missing shares and non-ASCII names pass")
  func labels() throws {
    let report = try FairVectors.check(try resource("labels"))
    #expect(report.failures == [] && report.skipped == [] && report.passedCount == 3)
  }

  @Test(
    "a changed value fails its row and is named",
    arguments: [
      ("560c368b", "560c368c", "seed_commit expected 560c368c"),
      ("c029ea7e", "c029ea7f", "entropy_commits[0] expected c029ea7f"),
      ("ddc6d5ac", "ddc6d5ad", "entropy_commits[1] expected"), ("2d4d3847", "2d4d3848", "deck_key"),
      ("14856538236214089029", "14856538236214089028", "first_words[2] expected"),
      ("[3, 3, 0, 1", "[3, 0, 3, 1", "deck[1] expected 0, got 3"),
      ("2, 2, 0]", "2, 2]", "deck expected 7 items, got 8"), ("3426e699", "3426e698", "salt0"),
      ("dcf7e54b", "dcf7e54c", "leaf0"), ("93d032e2", "93d032e3", "leaves_sha256"),
      ("\"epoch\": 0", "\"epoch\": 1", "deck_key"), ("00010203", "00010204", "seed_commit"),
      ("match-0001", "match-0002", "seed_commit"),
      ("\"faces\": 4", "\"faces\": 5", "deck expected"),
      ("\"copies\": 2", "\"copies\": 1", "deck expected"),
      ("\"deck_key\"", "\"seats_key\"", "seats_key expected"),
      ("\"salt0\"", "\"salt1\"", "salt1 expected"),
    ])
  func changed(from: String, to: String, says: String) throws {
    let text = try row().replacing(from, with: to)
    #expect(text != (try row()))
    let report = try check("\(text), \(try row())")
    #expect(report.summary == "1 passed, 1 failed")
    let failure = try #require(report.failures.first)
    #expect(failure.hasPrefix("row 1: ") && failure.contains(says))
  }

  @Test(
    "a row that cannot be computed fails with a sentence",
    arguments: [
      ("\"seed\"", "\"sead\""), ("0001020304", "00010203"), ("0001020304", "zz01020304"),
      ("\"faces\": 4", "\"faces\": 0"), ("\"faces\": 4", "\"faces\": 65537"),
      ("\"faces\": 4", "\"faces\": \"4\""), ("\"copies\": 2", "\"copies\": 20000"),
      ("\"epoch\": 0", "\"epoch\": -1"), ("\"epoch\": 0", "\"epoch\": 4294967296"),
      ("2021222324", "202122232"), ("\"match-0001\"", "1"), ("\"deck\": [3", "\"deck\": [-3"),
      ("\"salt0\"", "\"salt8\""), ("\"salt0\"", "\"leaf99999999999999999999\""),
      ("\"c029ea7ea9f5dc3a2809015db9ca1eaaea432b162307b07d04fac928f1091dc7\"", "1"),
    ])
  func malformed(from: String, to: String) throws {
    let text = try row().replacing(from, with: to)
    #expect(text != (try row()))
    let report = try check(text)
    let isUnknown = to.contains("99999")
    #expect(report.summary == (isUnknown ? "1 passed, 0 failed" : "0 passed, 1 failed"))
    #expect((isUnknown ? report.skipped : report.failures).first?.hasSuffix(".") == true)
  }

  @Test("a row may omit defaults: no players, epoch 0, two cards per face")
  func usual() throws {
    let short = """
      {"seed": "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
       "match_id": "match-0001", "n": 8, "params": "n=8;copies=2",
       "key": "4e9876b53a7f82f5af526dcbef2978327fd164518c67019b8136da4e04dc396b",
       "words": [7284643271763422409]}
      """
    #expect(try check(short).summary == "1 passed, 0 failed")
    let other = try check(short.replacing("\"params\": \"n=8", with: "\"params\": \"n=9"))
    #expect(other.failures.count == 1 && other.failures.first?.contains("params") == true)
    #expect(try check(short.replacing("\"n\": 8", with: "\"n\": 65536")).failures.count == 1)
  }

  @Test("a malformed row, or one without a result, fails")
  func noRow() throws {
    let bare = """
      {"seed": "\(String(repeating: "00", count: 32))", "match_id": "", "faces": 1, "copies": 1,
       "entropy": []}
      """
    let report = try check("1, null, {}, \(bare)")
    #expect(report.summary == "0 passed, 4 failed")
    #expect(report.failures.last == "row 4: there is no result to check.")
  }

  @Test("the hashes themselves are checked, and unknown ones reported")
  func sanity() throws {
    let report = try FairVectors.check(
      """
      {"sanity": {
        "sha256_abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha256_empty": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "hmac_rfc4231_case1": "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        "hmac_rfc4231_case3": "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
        "hmac_rfc4231_case4": "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b",
        "hmac_rfc4231_case6": "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        "hmac_rfc4231_case2": "5bdc", "md5_abc": "90"}}
      """)
    #expect(report.passedCount == 6 && report.failures.count == 1 && report.skipped.count == 1)
    let failure = try #require(report.failures.first)
    #expect(failure.hasPrefix("sanity: hmac_rfc4231_case2 expected 5bdc, got 5bdcc146"))
  }

  @Test(
    "biased draws are rejected",
    arguments: [
      ("[255, 200, 199, 0, 250, 42]", 100, "[99, 0, 42]", true),
      ("[255, 200, 199, 0, 250, 42]", 100, "[99, 0, 43]", false),
      ("[255, 200, 199, 0, 250, 42]", 100, "[99, 0]", false), ("[255, 254]", 255, "[254]", true),
      ("[255, 254]", 128, "[127, 126]", true), ("[]", 7, "[]", true), ("[256]", 7, "[4]", false),
      ("[1]", 0, "[0]", false), ("[1]", 256, "[1]", false),
    ])
  func rejection(bytes: String, bound: Int, results: String, passes: Bool) throws {
    let report = try FairVectors.check(
      "{\"rejection_8bit\": {\"bytes\": \(bytes), \"n\": \(bound), \"results\": \(results)}}")
    #expect(report.summary == (passes ? "1 passed, 0 failed" : "0 passed, 1 failed"))
  }

  @Test(
    "decks of many seeds are counted",
    arguments: [
      ("{\"01\": 3, \"10\": 5}", "0..<8", true), ("{\"01\": 4, \"10\": 4}", "0..<8", false),
      ("{\"01\": 3, \"10\": 5}", "0..<9", false), ("{\"01\": 8}", "0..<8", false),
      ("{\"01\": 3, \"10\": 5}", "0..<x", false), ("{}", "0..<0", false),
      ("{\"01\": 3, \"10\": 5}", "0..<1000000000", false), ("3", "0..<8", false),
    ])
  func distribution(counts: String, range: String, passes: Bool) throws {
    let report = try FairVectors.check(
      """
      {"distribution": {"match_id": "dist", "faces": 2, "copies": 1, "entropy": [],
       "seeds": "SHA256(u64be(i)) for i in \(range)", "counts": \(counts), "dof": 1}}
      """)
    #expect(report.summary == (passes ? "1 passed, 0 failed" : "0 passed, 1 failed"))
  }

  @Test("a malformed file is a fault", arguments: ["", "[]", "{}", "{\"a\": 1}"])
  func noFile(text: String) {
    #expect(throws: VectorFault.self) { try FairVectors.check(text) }
  }

  @Test("malformed parts fail")
  func wrongParts() throws {
    let report = try FairVectors.check(
      """
      {"vectors": 3, "sanity": [], "rejection_8bit": 1, "distribution": null,
       "slot0_faces_n8": {"counts": [1]}, "slot0_faces_nx": {}, "slot0_faces_n3": {"counts": [0,0,0]}}
      """)
    #expect(report.summary == "0 passed, 7 failed")
  }
}
