// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("The schema and what was generated from it", .timeLimit(.minutes(1)))
struct SchemaTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("the generated Swift is of this very schema; if not, run scripts/generate-protocol")
  func upToDate() throws {
    let proto = Self.root.appending(path: "proto")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: proto.path)
      .filter { $0.hasSuffix(".proto") }.sorted()
    #expect(!paths.isEmpty)
    let lines = try paths.map { path in
      let bytes = [UInt8](try Data(contentsOf: proto.appending(path: path)))
      return "\(posixChecksum(of: bytes)) \(bytes.count) \(path)\n"
    }
    let recorded = try Data(
      contentsOf: Self.root.appending(path: "Sources/Wire/Generated/proto.cksum"))
    #expect(String(decoding: recorded, as: UTF8.self) == lines.joined())
  }

  @Test("each file of the schema has its file of Swift, and no other is there")
  func complete() throws {
    let files = FileManager.default
    let schema = try files.subpathsOfDirectory(atPath: Self.root.appending(path: "proto").path)
      .filter { $0.hasSuffix(".proto") }.map { String($0.split(separator: "/").last ?? "") }
    let generated = try files.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources/Wire/Generated").path)
    #expect(
      Set(generated.filter { $0.hasSuffix(".swift") })
        == Set(schema.map { $0.replacing(".proto", with: ".pb.swift") }))
  }

  @Test(
    "the checksum is that of cksum",
    arguments: [
      ("", 4_294_967_295), ("123456789", 930_766_865), ("facedown\n", 1_672_431_657),
    ] as [(String, UInt32)])
  func checksum(_ text: String, _ expected: UInt32) {
    #expect(posixChecksum(of: Array(text.utf8)) == expected)
  }
}

/// The CRC that POSIX's `cksum` prints: polynomial 0x04C11DB7, the length appended.
private func posixChecksum(of bytes: [UInt8]) -> UInt32 {
  var length: [UInt8] = []
  var rest = bytes.count
  while rest > 0 {
    length.append(UInt8(truncatingIfNeeded: rest))
    rest >>= 8
  }
  var crc: UInt32 = 0
  for byte in bytes + length {
    crc ^= UInt32(byte) << 24
    for _ in 0..<8 {
      crc = crc & 0x8000_0000 == 0 ? crc << 1 : crc << 1 ^ 0x04c1_1db7
    }
  }
  return ~crc
}
