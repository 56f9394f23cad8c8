// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("JSON object", .timeLimit(.minutes(1)))
struct VectorObjectTests {
  private let object: VectorObject

  init() throws {
    object = try VectorObject(
      try JSONValue(
        parsing: """
          {"text": "a", "whole": 18446744073709551615, "less": -1, "part": 0.5, "one": 1.0,
           "list": [1, 2], "mixed": [1, "a"], "none": null, "yes": true, "inner": {"x": 1}}
          """))
  }

  @Test("returns each part with its type")
  func parts() throws {
    #expect(try object.text("text") == "a")
    #expect(try object.naturals("list") == [1, 2])
    #expect(try object.number("less") == -1 && object.number("part") == 0.5)
    #expect(object["whole"] == .natural(.max))
    #expect(try object.count("one", in: 0...1) == 1)
    #expect(try object.object("inner").names == ["x"])
    #expect(object["none"] == .null && object["yes"] == .bool(true) && object["zzz"] == nil)
    #expect(object.has("none") && !object.has("zzz"))
  }

  @Test("names the part that is missing or has the wrong type")
  func faults() throws {
    func fault(_ body: () throws(VectorFault) -> Void) -> String? {
      do throws(VectorFault) {
        try body()
        return nil
      } catch {
        return error.description
      }
    }
    #expect(fault { () throws(VectorFault) in _ = try object.text("zzz") } == "'zzz' is missing")
    #expect(
      fault { () throws(VectorFault) in _ = try object.text("list") } == "'list' is not a string")
    #expect(
      fault { () throws(VectorFault) in _ = try object.number("text") } == "'text' is not a number")
    for name in ["whole", "less", "part", "text"] {
      #expect(
        fault { () throws(VectorFault) in _ = try object.count(name, in: 0...9) }
          == "'\(name)' is not a whole number from 0 to 9")
    }
    #expect(
      fault { () throws(VectorFault) in _ = try object.numbers("mixed") }
        == "'mixed' is not a list of numbers")
    #expect(
      fault { () throws(VectorFault) in _ = try object.naturals("mixed") }
        == "'mixed' is not a list of whole numbers")
    #expect(
      fault { () throws(VectorFault) in _ = try object.object("list") }
        == "'list' is not a JSON object")
    #expect(
      fault { () throws(VectorFault) in _ = try object.object("zzz") } == "'zzz' is missing")
  }

  @Test(
    "invalid JSON is a fault",
    arguments: [
      "", "{", "{\"a\": 1e999}", "nul", "{\"a\": NaN}", String(repeating: "[", count: 100_000),
    ])
  func malformed(text: String) {
    #expect(throws: VectorFault("is not JSON")) { try JSONValue(parsing: text) }
  }
}
