// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

/// What Autobahn does not test of a client: what it must reject from a server (RFC 6455, sections
/// 4.1 and 5.1).
@Suite("A client", .timeLimit(.minutes(1)))
struct StrictClientTests {
  /// The events of a client whose server's response is altered.
  private func told(
    _ onLoop: OnLoop, field: String? = nil, frames: [UInt8] = []
  ) async throws -> Happenings {
    let port = try await onLoop.serve(Happenings())
    let between = try RawServer()
    let client = Happenings()
    try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: between.port), client)
    try await between.forwardOne(to: port, field: field, frames: frames)
    return client
  }

  @Test("accepts a server's unmasked frames")
  func plain() async throws {
    try await withLoop { onLoop in
      let client = try await told(onLoop, frames: [0x81, 2, 0x68, 0x69])
      _ = try await client.opened()
      #expect(try await client.text() == "hi")
    }
  }

  @Test("closes the connection on a masked frame of the server")
  func masked() async throws {
    try await withLoop { onLoop in
      let client = try await told(onLoop, frames: RawClient.frame(0x1, [0x68, 0x69]))
      _ = try await client.opened()
      await withKnownIssue("libwebsockets 4.1 takes the mask off and says nothing.") {
        let info = try await client.closed()
        #expect(info.origin == .local && info.code == .protocolError)
      }
    }
  }

  @Test(
    "fails if the server agrees to what was not requested",
    arguments: [
      "Sec-WebSocket-Protocol: chat", "Sec-WebSocket-Extensions: permessage-deflate",
    ])
  func unasked(field: String) async throws {
    try await withLoop { onLoop in
      let client = try await told(onLoop, field: field)
      _ = try await client.failed()
    }
  }
}
