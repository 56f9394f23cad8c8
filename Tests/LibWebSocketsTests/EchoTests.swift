// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EchoTests {
  @Test(
    "Text and binary messages are echoed unchanged", arguments: ListenOptions.SendPath.allCases)
  func echo(sendPath: ListenOptions.SendPath) async throws {
    try await withLoop { onLoop in
      var options = ListenOptions.patient
      options.sendPath = sendPath
      let server = Happenings()
      let client = Happenings()
      let port = try await onLoop.serve(server, options, react: RecordingServer.echo)
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      let (id, info) = try await client.opened()
      #expect(info.peer == PeerAddress(host: "127.0.0.1", port: port))
      #expect(info.request == nil && info.subprotocol == nil && !info.isEncrypted)
      let binary: [UInt8] = [0, 255, 10, 13] + (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
      await onLoop.run { loop in
        loop.send(Frame(text: "čau 🂡"), to: id)
        loop.send(Frame(binary: binary), to: id)
        loop.send(Frame(text: ""), to: id)
      }
      #expect(try await client.next() == .received(id, .text, Array("čau 🂡".utf8)))
      #expect(try await client.next() == .received(id, .binary, binary))
      #expect(try await client.next() == .received(id, .text, []))
    }
  }
}
