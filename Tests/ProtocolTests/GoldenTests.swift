// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@Suite("Bytes on the wire", .timeLimit(.minutes(1)))
struct GoldenTests {
  private static let clients = clientSamples.map { Sample("client-\($0.name)", $0.message) }
  private static let servers =
    serverSamples.map { Sample("server-\($0.name)", $0.message) }
    + entrySamples.map { Sample("entry-\($0.name)", ServerMessage.entry($0.message)) }

  @Test("a client's message is these bytes", arguments: clients)
  func client(_ sample: Sample<ClientMessage>) throws {
    let json = String(decoding: WireEncoding.json.encode(sample.message), as: UTF8.self)
    try Golden.check(Golden.readable(json), "\(sample.name).json")
    try Golden.check(Golden.hex(WireEncoding.proto.encode(sample.message)), "\(sample.name).hex")
  }

  @Test("a server's message is these bytes", arguments: servers)
  func server(_ sample: Sample<ServerMessage>) throws {
    let json = String(decoding: WireEncoding.json.encode(sample.message), as: UTF8.self)
    try Golden.check(Golden.readable(json), "\(sample.name).json")
    try Golden.check(Golden.hex(WireEncoding.proto.encode(sample.message)), "\(sample.name).hex")
  }

  @Test("the readable form is a form that is read", arguments: servers)
  func readable(_ sample: Sample<ServerMessage>) throws {
    let text = try Golden.read("\(sample.name).json")
    #expect(try WireEncoding.json.decodeServerMessage(Array(text.utf8)) == sample.message)
  }

  @Test("each golden file belongs to a message")
  func complete() throws {
    let names = Self.clients.map(\.name) + Self.servers.map(\.name)
    #expect(try Golden.names() == Set(names.flatMap { ["\($0).json", "\($0).hex"] }))
  }
}
