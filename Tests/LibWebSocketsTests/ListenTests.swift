// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ListenTests {
  private func error(_ onLoop: OnLoop, _ change: (inout ListenOptions) -> Void) async throws
    -> ListenError?
  {
    var options = ListenOptions()
    change(&options)
    do throws {
      _ = try await onLoop.serve(Happenings(), options)
      return nil
    } catch {
      return error as? ListenError
    }
  }

  @Test("A port in use is reported as such, also if our own loop uses it")
  func portInUse() async throws {
    try await withLoop { onLoop in
      let stranger = try RawServer()
      let own = try await onLoop.serve(Happenings())
      #expect(own != 0)
      for port in [stranger.port, own] {
        #expect(
          try await error(onLoop) { $0.port = port } == .portInUse(host: "127.0.0.1", port: port))
      }
    }
  }

  @Test("An unknown host and one of another machine have different errors")
  func hosts() async throws {
    try await withLoop { onLoop in
      guard case .hostUnknown(host: "a..b", _) = try await error(onLoop, { $0.host = "a..b" })
      else {
        Issue.record("An invalid host was accepted.")
        return
      }
      // An address for documentation (RFC 5737) is never one of ours.
      #expect(
        try await error(onLoop) { $0.host = "192.0.2.1" } == .addressNotHere(host: "192.0.2.1"))
    }
  }

  @Test("An unreadable certificate, and another one's key, are refused before listening")
  func identities() async throws {
    try await withLoop { onLoop in
      #expect(
        try await error(onLoop) {
          $0.identity = .files(certificate: "/nonexistent/cert.pem", key: "/nonexistent/key.pem")
        }
          == .identity(
            .unreadable(path: "/nonexistent/cert.pem", reason: "No such file or directory")))
      let one = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
      let other = try SelfSignedCertificate.make(names: ["localhost"], validFor: .seconds(60))
      #expect(
        try await error(onLoop) {
          $0.identity = .pem(certificate: one.certificatePEM, key: other.privateKeyPEM)
        }
          == .identity(.keyDoesNotMatch(certificate: "the given text", key: "the given text")))
    }
  }

  @Test("A closed listener frees its port and keeps its connections")
  func close() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let client = Happenings()
      nonisolated(unsafe) var listener: Listener?
      let port = try await onLoop.run { loop in
        let opened = try loop.listen(
          ListenOptions(),
          handler: RecordingServer(loop, server, react: RecordingServer.echo))
        listener = opened
        return opened.port
      }
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), client)
      let id = try await client.opened().id
      await onLoop.run { loop in
        listener?.close()
        listener?.close()
        loop.send(Frame(text: "still here"), to: id)
      }
      #expect(try await client.text() == "still here")
      let late = Happenings()
      try await onLoop.call(ConnectOptions(host: "127.0.0.1", port: port), late)
      #expect(try await late.failed() == .refused(host: "127.0.0.1", port: port))
      var again = ListenOptions()
      again.port = port
      #expect(try await onLoop.serve(Happenings(), again) == port)
      await onLoop.run { _ in listener = nil }
    }
  }

  @Test("Listeners on one loop have their own handlers, paths and subprotocols")
  func several() async throws {
    try await withLoop { onLoop in
      let servers = (0..<3).map { _ in Happenings() }
      for (index, server) in servers.enumerated() {
        var serving = ListenOptions()
        serving.path = "/\(index)"
        serving.subprotocols = ["s\(index)"]
        let port = try await onLoop.serve(server, serving)
        var options = ConnectOptions(host: "127.0.0.1", port: port, path: "/\(index)")
        options.subprotocols = ["s0", "s1", "s2"]
        let client = Happenings()
        try await onLoop.call(options, client)
        #expect(try await client.opened().info.subprotocol == "s\(index)")
        #expect(try await server.opened().info.request?.path == "/\(index)")
      }
    }
  }
}
