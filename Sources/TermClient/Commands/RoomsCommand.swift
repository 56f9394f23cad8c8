// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Game
import LibWebSockets
import MatchClient
import Protocol

/// `facedown rooms`: the rooms anyone may enter or watch.
struct RoomsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms", abstract: "List the public rooms of a server.")

  @Argument(help: "The server, for example ws://127.0.0.1:7777.", transform: ServerURL.init)
  var url: ServerURL

  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Output") var output: OutputArguments

  func run() async throws {
    let login = try server.login(at: url)
    let loop = try EventLoop.forTerminal()
    let rooms = await RoomsActor(loop: loop).list(url, login)
    loop.stop()
    switch rooms {
    case .success(let rooms) where output.json:
      let message = ServerMessage.rooms(RoomsUpdate(rooms: rooms, removed: []))
      StandardStream.output.put(
        String(decoding: WireEncoding.json.encode(message), as: UTF8.self))
    case .success(let rooms):
      StandardStream.output.put(RoomSentences.table(rooms))
    case .failure(let failure):
      StandardStream.error.say(failure.sentence)
      throw ExitCode(1)
    }
  }
}

/// Why there is no list of rooms.
private struct RoomsFailure: Error {
  var sentence: String
}

/// Asks one server for its rooms, on the loop.
private actor RoomsActor {
  private let loop: EventLoop
  private var shell: ClientShell<ClientCore>?

  init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  func list(
    _ url: ServerURL, _ login: Login
  ) async -> Result<[RoomSummary], RoomsFailure> {
    await withCheckedContinuation { continuation in
      var isAnswered = false
      func answer(_ result: Result<[RoomSummary], RoomsFailure>) {
        guard !isAnswered else { return }
        isAnswered = true
        continuation.resume(returning: result)
      }
      let core = ClientCore(
        agent: "facedown/\(clientVersion)", name: login.name, key: RandomBytes.make(32),
        hashing: .openSSL)
      let shell = ClientShell(machine: core, loop: loop, clock: LocalClock()) { notice in
        switch notice {
        case .failed(let failure): answer(.failure(RoomsFailure(sentence: failure.description)))
        case .event(.welcomed): self.shell?.perform(.listRooms(watch: false))
        case .event(.rooms): answer(.success(self.shell?.machine.rooms ?? []))
        case .event(.closing(let closing)):
          answer(.failure(RoomsFailure(sentence: closing.reason)))
        case .event(.disconnected):
          answer(.failure(RoomsFailure(sentence: "The server ended the connection.")))
        case .event: break
        }
      }
      self.shell = shell
      do throws(ConnectError) {
        try shell.connect(to: url, trust: login.trust)
      } catch {
        answer(.failure(RoomsFailure(sentence: error.description)))
      }
    }
  }
}
