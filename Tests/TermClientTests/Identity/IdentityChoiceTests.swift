// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import TermClient

@Suite("As whom a person plays", .timeLimit(.minutes(1)))
struct IdentityChoiceTests {
  @Test("is a word of the settings", arguments: ["own", "guest", "./guest", "~/key.pem"])
  func words(word: String) {
    #expect(IdentityChoice(word: word).word == word)
  }

  @Test("a guest has no key, and needs no place for one")
  func guest() throws {
    #expect(try IdentityChoice.guest.key(environment: { _ in nil }) == nil)
  }

  @Test("without a place for a key a guest plays, unless a key was asked for")
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

  @Test("a folder that cannot be made leaves a guest; a key that is spoilt leaves nobody")
  func spoilt() throws {
    // A file in the place of the folder.
    let (key, notice) = try IdentityChoice.own.keyToPlay(
      environment: { $0 == "HOME" ? "/dev/null" : nil })
    #expect(key == nil && notice != nil)
  }

  @Test("the flags name the choice: a file is one, whatever its name")
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
