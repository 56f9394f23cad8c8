// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

@Suite("A packed corpus", .timeLimit(.minutes(1)))
struct PackedCorpusTests {
  private static let inputs: [[UInt8]] = [[], [0], [0xff, 0], Array("{\"hello\":{}}\n".utf8)]

  @Test("has a sorted base64 line per input, and drops repeated ones")
  func text() {
    let packed = PackedCorpus(Self.inputs.reversed() + Self.inputs)
    #expect(packed.text == "\n/wA=\nAA==\neyJoZWxsbyI6e319Cg==\n")
    #expect(Set(packed.inputs) == Set(Self.inputs) && packed.inputs.count == 4)
    #expect(PackedCorpus([]).text == "")
  }

  @Test("holds the same inputs after unpacking and packing, and the same text")
  func inverse() throws {
    let folder = try TemporaryFolder()
    let (file, unpacked) = (folder.path + "/a", folder.path + "/b")
    for entry in FuzzEntry.allCases {
      let packed = PackedCorpus(try Corpus.inputs(of: entry).map(\.bytes))
      try packed.write(toFolder: unpacked)
      let names = try FileManager.default.contentsOfDirectory(atPath: unpacked)
      #expect(names.count == packed.inputs.count)
      try PackedCorpus(folder: unpacked).write(toFile: file)
      #expect(try PackedCorpus(file: file) == packed)
      #expect(try folder.text("a") == packed.text)
      try FileManager.default.removeItem(atPath: unpacked)
    }
  }

  @Test(
    "refuses a bad line with file and line",
    arguments: [
      ("AA==\nno base64\n", 2, "base64"), ("AA==\nAQ\n", 2, "base64"),
      ("AB==\n", 1, "base64"), ("AA==\r\nAQ==\r\n", 1, "cut off"), ("AA==\nAQ==", 2, "cut off"),
      ("AQ==\nAA==\n", 2, "out of order"), ("AA==\nAA==\n", 2, "repeated"),
      ("AA==\n\n", 2, "out of order"), ("AA== \n", 1, "base64"), ("\u{fffd}\n", 1, "base64"),
    ])
  func refuses(_ text: String, _ line: Int, _ reason: String) throws {
    let error = #expect(throws: CorpusError.self) {
      try PackedCorpus(text: text, file: "keys.base64")
    }
    let sentence = try #require(error).description
    #expect(sentence.hasPrefix("keys.base64:\(line): ") && sentence.contains(reason))
  }

  @Test("is not read from a missing file, and does not overwrite a folder")
  func refusesFiles() throws {
    let folder = try TemporaryFolder()
    #expect(throws: CorpusError.self) { try PackedCorpus(file: folder.path + "/none") }
    #expect(throws: CorpusError.self) { try PackedCorpus(folder: folder.path + "/none") }
    #expect(throws: CorpusError.self) { try PackedCorpus([[1]]).write(toFolder: folder.path) }
  }
}
