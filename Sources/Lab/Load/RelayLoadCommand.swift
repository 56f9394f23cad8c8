// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets
import MatchClient
import Wire

/// `facedown-lab load relay`: the traffic of `load play` through a program that only relays.
struct RelayLoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Loads a relay as `load play` loads a server, for comparison.",
    discussion: """
      Starts the relay with the length of an entry as its argument; it announces itself by a line \
      with \"url\":\"ws://127.0.0.1:PORT\". A connection names its room by its path; what one \
      member of a room sends goes to all its members, truncated or padded to that length. \
      scripts/bench relay builds relays and compares them with facedown-server.
      """)

  @OptionGroup var load: LoadArguments
  @OptionGroup var room: RoomArguments

  @Argument(help: "The relay's program.")
  var program: String

  @Option(help: "Length of a message from a member, in bytes.")
  var intentBytes = 60

  @Option(help: "Length of the message that every member receives, in bytes.")
  var entryBytes = 200

  func validate() throws {
    try LoadArguments.check("intent-bytes", intentBytes, in: 8...1_024)
    try LoadArguments.check("entry-bytes", entryBytes, in: 8...4_096)
    guard room.rooms > 0 else { throw ValidationError("A relay needs a room: give --rooms.") }
    guard room.settingsActivity != nil else {
      throw ValidationError("A relay does not play matches: give --rate or --outstanding.")
    }
  }

  func run() async throws {
    let program = try ServerProgram(
      path: program, ["\(entryBytes)"], onlyOn: load.serverProcessor)
    let server = try await LoadServer(program)
    do {
      let loop = try LoadCommand.startLoop()
      defer { loop.stop() }
      print(try await measure(server, loop).line)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  private func measure(_ server: LoadServer, _ loop: EventLoop) async throws -> LoadReport {
    let (load, room) = (load, room)
    let lengths = RelayedRoom.Lengths(intent: intentBytes, entry: entryBytes)
    let context = LoadContext(
      loop: loop, activity: room.settingsActivity ?? .saturation(outstanding: 1), hasPings: false,
      encodings: [.proto], options: { server.options(from: load.address($0)) })
    let run = LoadRun(loop, server, wanted: room.connections, context: context) { context in
      room.sources { number, spectators, firstIndex in
        RelayedRoom(
          context, number: number, seats: room.seats, spectators: spectators,
          firstIndex: firstIndex, lengths: lengths)
      }
    }
    return try await run.perform(room.phases, beside: nil)
  }
}
