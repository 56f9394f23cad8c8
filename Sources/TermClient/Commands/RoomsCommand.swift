// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// `facedown rooms`: lists the public rooms of a server.
struct RoomsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms", abstract: "List the public rooms of a server.")

  @OptionGroup var place: ServerPlace

  @Flag(help: "Print the server's JSON, one object per line.")
  var json = false

  @OptionGroup(title: "The server") var server: ServerArguments

  func run() async throws {
    let url = try place.url()
    let login = try server.login(at: url)
    let answer = try await App.ask([.listRooms(watch: false)], ServerLogin(url: url, login: login))
    {
      $0 == .rooms
    }
    switch answer.map(\.client.rooms) {
    case .success(let rooms) where json:
      let message = ServerMessage.rooms(RoomsUpdate(rooms: rooms, removed: []))
      StandardStream.output.put(
        json: String(decoding: WireEncoding.json.encode(message), as: UTF8.self))
    case .success(let rooms):
      StandardStream.output.put(RoomSentences.table(rooms, at: url))
    case .failure(let failure):
      StandardStream.error.say(failure.sentence)
      throw ExitCode(1)
    }
  }
}
