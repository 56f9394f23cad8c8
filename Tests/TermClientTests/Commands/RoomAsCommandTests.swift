// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("A room in a command's position", .timeLimit(.minutes(1)))
struct RoomAsCommandTests {
  @Test(
    "is joined: a code, a link, an invitation",
    arguments: [
      (["K7QF2"], ["join", "K7QF2"]),
      (["k7qf2", "--plain"], ["join", "k7qf2", "--plain"]),
      (["host:7777/K7QF2"], ["join", "host:7777/K7QF2"]),
      (["https://play.example.org/K7QF2/watch"], ["join", "https://play.example.org/K7QF2/watch"]),
      (["facedown join http://h:1/K7QF2"], ["join", "facedown join http://h:1/K7QF2"]),
      (["facedown", "join", "http://h:1/K7QF2"], ["join", "http://h:1/K7QF2"]),
      (["facedown", "K7QF2"], ["join", "K7QF2"]),
    ])
  func joined(words: [String], completed: [String]) {
    #expect(FacedownCommand.completed(words) == completed)
    #expect(FacedownCommand.mistake(in: completed) == nil)
  }

  @Test(
    "is not seen in commands, in mistyped ones, or in servers without a room",
    arguments: [
      [], ["play"], ["watch", "K7QF2"], ["hosts"], ["watsh", "K7QF2"], ["leaderbord"], ["demos"],
      ["--help"],
      ["host:7777"], ["ws://host:7777"], ["K7Q"], ["K7QF23"], ["../K7QF2"],
    ])
  func left(words: [String]) {
    #expect(FacedownCommand.completed(words) == words)
  }
}
