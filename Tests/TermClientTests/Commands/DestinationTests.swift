// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchClient
import Testing

@testable import TermClient

@Suite("Destinations", .timeLimit(.minutes(1)))
struct DestinationTests {
  @Test(
    "Every form is parsed",
    arguments: [
      ("ws://h:9", "ws://h:9", nil, false), ("ws://h:9/k7qf2", "ws://h:9", "K7QF2", false),
      ("wss://h/K7QF2/watch", "wss://h:443", "K7QF2", true), ("h:9", "ws://h:9", nil, false),
      ("127.0.0.1:7777/K7QF2", "ws://127.0.0.1:7777", "K7QF2", false),
      ("[::1]:9/K7QF2", "ws://[::1]:9", "K7QF2", false),
      (" facedown join ws://h:9/K7QF2 ", "ws://h:9", "K7QF2", false),
      ("/usr/bin/facedown watch h:9 k7qf2", "ws://h:9", "K7QF2", true),
      ("facedown join --name Ana ws://h:9/K7QF2", "ws://h:9", "K7QF2", false),
      ("wss://h/n/2/K7QF2", "wss://h:443/n/2", "K7QF2", false),
      ("h:9/n/2", "ws://h:9/n/2", nil, false),
      ("facedown watch wss://h/n/2/k7qf2", "wss://h:443/n/2", "K7QF2", true),
      ("facedown join wss://h/n/2 k7qf2", "wss://h:443/n/2", "K7QF2", false),
    ] as [(String, String, String?, Bool)])
  func reads(text: String, server: String, code: String?, isToWatch: Bool) throws {
    let place = try Destination(text)
    #expect(place.url?.description == server && place.code == code && place.url?.code == code)
    #expect(place.url?.isToWatch == isToWatch)
  }

  @Test("A code alone uses the server in the settings, and is refused without one")
  func codes() throws {
    let place = try Destination("k7qf2")
    #expect(place.url == nil && place.code == "K7QF2")
    for setting in ["ws://h:9", "h:9"] {
      let url = try place.url(or: setting)
      #expect(url.description == "ws://h:9" && url.code == "K7QF2")
    }
    #expect(throws: NoServer.code("K7QF2")) { try place.url(or: nil) }
    #expect(try Destination("ws://g:1").url(or: "ws://h:9").host == "g")
  }

  @Test(
    "Anything else is refused with the accepted forms",
    arguments: [
      "", "example.org", "localhost", "ftp://h:9", "a b", "facedown join --name Ana",
      "ws://h:9/n/2/3/K7QF2", "facedown join wss://h/K7QF2/play",
    ])
  func refuses(text: String) {
    let error = #expect(throws: ServerURLError.self) { try Destination(text) }
    #expect(error?.description.contains("://127.0.0.1:7777") == true)
  }

  @Test("Commands default to the server in the settings")
  func commands() throws {
    let set = ResolvedSettings(environment: { $0 == "FACEDOWN_SERVER" ? "ws://h:9" : nil })
    let unset = ResolvedSettings()
    for words in [
      ["rooms"], ["quick"], ["leaderboard"], ["replays"], ["profile", "Ada"],
      ["create"], ["join", "K7QF2"],
    ] {
      let command = try FacedownCommand.parseAsRoot(words)
      let place: Destination? =
        switch command {
        case let rooms as RoomsCommand: rooms.place.place
        case let quick as QuickCommand: quick.place.place
        case let board as LeaderboardCommand: board.place.place
        case let profile as ProfileCommand: profile.place.place
        case let replays as ReplaysCommand: replays.place.place
        case let create as CreateCommand: create.place.place
        case let join as JoinCommand: join.room.place
        default: try Destination("ws://wrong:1")
        }
      #expect(try place.url(set).description == "ws://h:9")
      #expect(throws: (any Error).self) { try place.url(unset) }
    }
  }
}
