// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import MatchFixtures
import Protocol
import Testing

@testable import TermClient

@Suite("Files that commands write", .timeLimit(.minutes(1)))
struct OutputFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(folder.path + "/")
  }

  @Test("replace a file that the user named")
  func named() throws {
    try withFolder { folder in
      let file = OutputFile(folder + "a.fdr", or: "unused")
      try file.write([1, 2, 3])
      try file.write([4])
      #expect(FileManager.default.contents(atPath: folder + "a.fdr") == Data([4]))
    }
  }

  @Test("keep an existing file if the user named none")
  func kept() throws {
    try withFolder { folder in
      let file = OutputFile(nil, or: folder + "a.fdr")
      try file.write([1])
      #expect(throws: OutputFile.Failure.isThere) { try file.write([2]) }
      let failure = #expect(throws: QueryFailure.self) { try file.writeForCommand([2]) }
      #expect(
        failure?.sentence.hasSuffix("a.fdr already exists: choose another file with -o.") == true)
      #expect(FileManager.default.contents(atPath: folder + "a.fdr") == Data([1]))
    }
  }

  @Test("say why they cannot be written")
  func refused() {
    let failure = #expect(throws: QueryFailure.self) {
      try OutputFile("/nowhere/at/all", or: "").writeForCommand([1])
    }
    #expect(failure?.sentence.contains("No such file or directory") == true)
  }

  @Test("are named by the letters and digits of the match's id")
  func names() throws {
    let record = try ReplayVerdictTests.record()
    #expect(ReplayDownload.fileName(of: record) == "m1.fdr")
  }

  @Test("hold a match seen from its beginning, readable by every command")
  func saved() throws {
    try withFolder { folder in
      let record = try ReplayVerdictTests.record()
      let saved = SavedReplay(of: "m1", in: record.log, folder: folder)
      #expect(saved.isWritten && saved.sentence.contains("m1.fdr"))
      #expect(ReplayVerdict.verify(RecordingFile(folder + "m1.fdr")).isTrue)
      #expect(try RecordingFile(folder + "m1.fdr").recording().log == record.log)
      var late = MatchLog(base: record.result)
      #expect(!SavedReplay(of: "m1", in: late, folder: folder).isWritten)
      late = MatchLog()
      #expect(!SavedReplay(of: "m2", in: late, folder: folder).isWritten)
      #expect(!SavedReplay(of: "m1", in: nil, folder: folder).isWritten)
    }
  }

  @Test("get a numbered name on a screen if the first one is taken")
  func savedAgain() throws {
    try withFolder { folder in
      let record = try ReplayVerdictTests.record()
      func save() -> SavedReplay { SavedReplay(of: "m1", in: record.log, folder: folder) }
      #expect(save().sentence == "Saved. Watch it with facedown replay m1.fdr")
      #expect(save().isWritten)
      #expect(save().sentence == "Already saved. Watch it with facedown replay m1.fdr")
      try OutputFile(folder + "m1.fdr", or: "").write([1])
      #expect(save().sentence == "Saved. Watch it with facedown replay m1-2.fdr")
      #expect(save().sentence == "Already saved. Watch it with facedown replay m1-2.fdr")
      #expect(FileManager.default.contents(atPath: folder + "m1.fdr") == Data([1]))
      for number in 2...9 { try OutputFile(folder + "m1-\(number).fdr", or: "").write([1]) }
      #expect(!save().isWritten && save().sentence.hasSuffix("move them away."))
      let nowhere = SavedReplay(of: "m1", in: record.log, folder: folder + "none/")
      #expect(!nowhere.isWritten && !nowhere.sentence.contains("-o"))
    }
  }
}
