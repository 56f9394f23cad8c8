// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Protocol
import Testing
import Wire

@Suite("Bytes on the wire", .timeLimit(.minutes(1)))
struct GoldenTests {
  private static let servers = [
    "server": serverSamples,
    "entry": entrySamples.map { Sample($0.name, ServerMessage.entry($0.message)) },
  ]
  private static let tables =
    [GoldenTable("client", clientSamples) { $0.encode($1) }]
    + servers.map { name, samples in GoldenTable(name, samples) { $0.encode($1) } }

  @Test("a message is these bytes", arguments: tables)
  func bytes(_ table: GoldenTable) throws {
    guard !GoldenTable.isUpdating else { return try table.write() }
    let golden = try GoldenTable(reading: table.name)
    #expect(table.rows.map(\.name) == golden.rows.map(\.name))
    for (row, expected) in zip(table.rows, golden.rows) {
      #expect(row.json == expected.json, "\(table.name): \(row.name)")
      #expect(row.hex == expected.hex, "\(table.name): \(row.name)")
    }
  }

  @Test("the readable form is a form that is read", arguments: servers)
  func readable(_ name: String, _ samples: [Sample<ServerMessage>]) throws {
    let golden = try GoldenTable(reading: name)
    try #require(golden.rows.count == samples.count)
    for (row, sample) in zip(golden.rows, samples) {
      let message = try WireEncoding.json.decodeServerMessage(Array(row.json.utf8))
      #expect(message == sample.message, "\(name): \(row.name)")
    }
  }

  @Test("each golden file is one of these tables")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: try Golden.folder().path)
    #expect(Set(files) == Set(Self.tables.map { "\($0.name).txt" }))
  }
}
