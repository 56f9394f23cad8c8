// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import TermClient

@Suite("Choice of identity", .timeLimit(.minutes(1)))
struct IdentityChoiceTests {
  @Test("is parsed from the setting's value", arguments: ["own", "guest", "./guest", "~/key.pem"])
  func words(word: String) {
    #expect(IdentityChoice(word: word).word == word)
  }

  @Test("a guest needs no key and no folder")
  func guest() throws {
    #expect(try IdentityChoice.guest.key(environment: { _ in nil }) == nil)
  }

  @Test("without a folder for keys, a guest plays, unless a key was requested")
  func nowhere() throws {
    let (key, notice) = try IdentityChoice.own.keyToPlay(environment: { _ in nil })
    #expect(key == nil)
    #expect(notice?.hasSuffix("You play as a guest.") == true)
    #expect(throws: KeyFileError.notThere("/nonexistent/key.pem")) {
      try IdentityChoice.file("/nonexistent/key.pem").keyToPlay()
    }
    #expect(throws: KeyFileError.notThere("/nonexistent/key.pem")) {
      try IdentityChoice.file("~/key.pem").key(environment: { $0 == "HOME" ? "/nonexistent" : nil })
    }
  }

  @Test("an unwritable folder falls back to a guest; a damaged key is an error")
  func spoilt() throws {
    // A file where the folder should be.
    let (key, notice) = try IdentityChoice.own.keyToPlay(
      environment: { $0 == "HOME" ? "/dev/null" : nil })
    #expect(key == nil && notice != nil)
  }

  @Test("a file named like a keyword is still a file")
  func flags() throws {
    #expect(try IdentityArguments.parse([]).word == nil)
    #expect(try IdentityArguments.parse(["--guest"]).word == "guest")
    #expect(try IdentityArguments.parse(["--identity", "guest"]).word == "./guest")
    #expect(throws: (any Error).self) {
      try IdentityArguments.parse(["--guest", "--identity", "a"])
    }
    #expect(throws: (any Error).self) { try IdentityArguments.parse(["--identity", ""]) }
  }
}
