// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Foundation
import MatchFixtures
import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("A connection to a real server", .timeLimit(.minutes(2)))
  struct ConnectionTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("is made although no server runs yet, lost with it, and made again")
    func reconnecting() async throws {
      try await NATSCluster.run(1, program) { cluster in
        await cluster.kill(0)
        let client = try cluster.client()
        #expect(await client.request("anything") == .noResponders)
        try await cluster.start(0)
        await client.connect()
        #expect(await client.request("anything") == .noResponders)
        await cluster.kill(0)
        for await state in client.states {
          if case .away = state { break }
        }
        #expect(await client.publish("rooms.a", [1], expecting: 0) == .noResponders)
        try await cluster.start(0)
        await client.connect()
        await client.close()
      }
    }

    @Test("is tried again after a refusal")
    func refusal() async throws {
      try await NATSCluster.run(1, program) { cluster in
        var options = ConnectionOptions(servers: cluster.addresses, name: "stranger")
        options.credentials = .password(user: "node", password: "wrong")
        let client = try NATSClient(options)
        // The library gives up after two refusals.
        for _ in 1...10 {
          #expect(await client.request("anything") == .noResponders)
          await NATSCluster.pause()
        }
        await cluster.kill(0)
        await cluster.setPassword("wrong")
        try await cluster.start(0)
        await client.connect()
        await client.close()
      }
    }

    @Test("carries requests and answers, and publishes to subscribers")
    func messages() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let (one, other) = (try cluster.client("one"), try cluster.client("other"))
        await one.connect()
        await other.connect()
        #expect(await one.request("fd.node.other") == .noResponders)
        let subscription = other.connection.subscribe("fd.node.*") { message in
          guard let reply = message.reply else { return }
          other.connection.publish(reply, headers: ["Asked": message.subject], message.bytes + [2])
        }
        var outcome = RequestOutcome.noResponders
        // The subscription takes a moment to be known to the server.
        while outcome == .noResponders { outcome = await one.request("fd.node.other", [1]) }
        guard case .answered(let answer) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(answer.bytes == [1, 2] && answer.headers == ["Asked": "fd.node.other"])
        subscription.cancel()
        while outcome != .noResponders { outcome = await one.request("fd.node.other", [1]) }
        #expect(outcome == .noResponders)
        await one.close()
        await other.close()
      }
    }

    @Test("leaves a request unclear that nobody answers in time")
    func silence() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let client = try cluster.client()
        await client.connect()
        let subscription = client.connection.subscribe("silent") { _ in }
        var outcome = RequestOutcome.noResponders
        while outcome == .noResponders {
          outcome = await client.request("silent", timeout: .milliseconds(200))
        }
        #expect(outcome == .unclear)
        subscription.cancel()
        await client.close()
      }
    }

    @Test("tells nothing once it is closed, and leaves nothing behind")
    func closing() async throws {
      try await NATSCluster.run(1, program) { cluster in
        var inboxes: [String] = []
        weak var last: NATSConnection?
        for _ in 1...50 {
          let client = try cluster.client()
          last = client.connection
          inboxes.append(client.connection.inbox)
          await client.connect()
          let isClosed = Flag()
          let subscription = client.connection.subscribe("noise") { _ in
            #expect(!isClosed.isSet)
          }
          for number in 0..<20 {
            client.connection.publish("noise", [UInt8(number)])
            client.connection.request("noise", [], timeout: .seconds(2)) { _ in
              #expect(!isClosed.isSet)
            }
          }
          await client.close()
          isClosed.set()
          _ = subscription
        }
        for _ in 1...100 where last != nil { await NATSCluster.pause() }
        #expect(last == nil)
        #expect(inboxes.allSatisfy { LibraryTable.count(of: $0) == 0 })
        let port = try #require(UInt16(cluster.addresses[0].split(separator: ":").last ?? ""))
        for _ in 1...100 where try Self.connections(to: port) > 0 { await NATSCluster.pause() }
        #expect(try Self.connections(to: port) == 0)
        // The test can see a connection that is left.
        let client = try cluster.client()
        await client.connect()
        #expect(try Self.connections(to: port) == 1)
        await client.close()
      }
    }

    /// Counts this process's sockets whose peer is a port: tests beside this one have others.
    private static func connections(to port: UInt16) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        guard let descriptor = Int32(name) else { return false }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            getpeername(descriptor, address, &length)
          }
        }
        return result == 0 && address.sin_family == sa_family_t(AF_INET)
          && UInt16(bigEndian: address.sin_port) == port
      }
    }

    @Test("is encrypted, to servers of the authority and the name that are expected only")
    func encryption() async throws {
      let folder = try TemporaryFolder()
      let certificate = try SelfSignedCertificate.make(
        names: ["world.test"], validFor: .seconds(3600))
      let other = try SelfSignedCertificate.make(
        names: ["world.test"], validFor: .seconds(3600))
      var tls = ConnectionOptions.TLS()
      tls.authorities = try folder.write(certificate.certificatePEM, to: "certificate.pem")
      tls.serverName = "world.test"
      let security = NATSCluster.Security(
        certificate: try folder.write(certificate.certificatePEM, to: "server.pem"),
        key: try folder.write(certificate.privateKeyPEM, to: "key.pem"), tls: tls)
      let strange = try folder.write(other.certificatePEM, to: "other.pem")
      try await NATSCluster.run(1, program, security: security) { cluster in
        // `run` has made a stream over such a connection.
        for (authorities, name) in [
          (strange, "world.test"), (security.tls.authorities, "elsewhere.test"),
          // The host is `127.0.0.1`.
          (security.tls.authorities, nil),
        ] {
          var options = ConnectionOptions(servers: cluster.addresses, name: "stranger")
          options.credentials = .password(user: "node", password: "secret")
          options.tls = ConnectionOptions.TLS()
          options.tls?.authorities = authorities
          options.tls?.serverName = name
          let client = try NATSClient(options)
          for _ in 1...3 {
            #expect(await client.publish("ready", [], expecting: 0) == .noResponders)
            await NATSCluster.pause()
          }
          await client.close()
        }
      }
    }

    @Test("cannot be configured with what is no address or no file")
    func options() {
      #expect(throws: ConnectionError.self) {
        try NATSClient(ConnectionOptions(servers: [], name: "a"))
      }
      var options = ConnectionOptions(servers: ["nats://127.0.0.1:4222"], name: "a")
      options.tls = ConnectionOptions.TLS()
      options.tls?.authorities = "/nowhere.pem"
      #expect(throws: ConnectionError.self) { try NATSClient(options) }
    }
  }
}

/// Something that has happened.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
