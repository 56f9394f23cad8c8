// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Foundation
package import JetStream
import MatchFixtures

/// One server, or three that are a cluster, on free ports of the loopback interface.
package actor NATSCluster {
  private let program: NATSProgram
  private let folder: TemporaryFolder
  private let syncs: Bool
  private let security: Security?
  private let ports: [(client: UInt16, route: UInt16)]
  /// The password of all users.
  private var password = "secret"
  private var processes: [Int: ServerProcess] = [:]

  /// How the servers and their clients know each other.
  package struct Security: Sendable {
    /// Paths of the servers' certificate and its key.
    package var certificate: String
    package var key: String
    /// What clients expect.
    package var tls: ConnectionOptions.TLS

    package init(certificate: String, key: String, tls: ConnectionOptions.TLS) {
      self.certificate = certificate
      self.key = key
      self.tls = tls
    }
  }

  /// Runs `body` while servers run, which are ended and removed afterwards.
  ///
  /// - Parameters:
  ///   - count: 1 or 3.
  ///   - program: the server.
  ///   - syncs: whether they write to their disks what they acknowledge.
  ///   - security: how clients are encrypted; nil for not at all.
  ///   - body: is handed the cluster once it takes streams.
  /// - Returns: what `body` does.
  /// - Throws: what `body` does, or `ServerFailure` if the servers do not run.
  package static func run<Value: Sendable>(
    _ count: Int, _ program: NATSProgram, syncs: Bool = true, security: Security? = nil,
    _ body: @Sendable (NATSCluster) async throws -> Value
  ) async throws -> Value {
    let cluster = try await started(count, program, syncs: syncs, security: security)
    let result: Result<Value, any Error>
    do { result = .success(try await body(cluster)) } catch { result = .failure(error) }
    await cluster.stop()
    return try result.get()
  }

  /// A port that was free may be taken by somebody else before its server has it; then others are
  /// tried.
  private static func started(
    _ count: Int, _ program: NATSProgram, syncs: Bool, security: Security?
  ) async throws -> NATSCluster {
    var failure: any Error = ServerFailure(description: "No attempt was made.")
    for _ in 1...3 {
      let cluster = try NATSCluster(count, program, syncs: syncs, security: security)
      do {
        for server in 0..<count { try await cluster.start(server) }
        try await cluster.becomeReady()
        return cluster
      } catch {
        failure = error
        await cluster.stop()
      }
    }
    throw failure
  }

  private init(_ count: Int, _ program: NATSProgram, syncs: Bool, security: Security?) throws {
    precondition(count == 1 || count == 3, "A cluster has three servers, or there is one.")
    self.program = program
    self.syncs = syncs
    self.security = security
    folder = try TemporaryFolder()
    let free = Self.freePorts(2 * count)
    ports = (0..<count).map { (free[2 * $0], free[2 * $0 + 1]) }
  }

  // MARK: Clients

  /// The number of servers.
  package nonisolated var count: Int { ports.count }

  /// The addresses of its servers.
  package nonisolated var addresses: [String] { ports.map { "nats://127.0.0.1:\($0.client)" } }

  /// A connection as a node, or for asking what the servers are; to all servers or to one of them.
  package nonisolated func client(
    _ name: String = "node", isSystem: Bool = false, of server: Int? = nil
  ) throws -> NATSClient {
    var options = ConnectionOptions(
      servers: server.map { [addresses[$0]] } ?? addresses, name: name)
    options.credentials = .password(user: isSystem ? "system" : "node", password: "secret")
    options.tls = security?.tls
    return try NATSClient(options)
  }

  /// The server that leads a stream; nil if none does.
  package func leader(of stream: String, as client: NATSClient) async -> Int? {
    guard case .answered(let answer) = await client.request("$JS.API.STREAM.INFO.\(stream)"),
      let name = String(decoding: answer.bytes, as: UTF8.self)
        .firstMatch(of: /"leader":\s*"n(\d)"/)?.1
    else { return nil }
    return Int(name)
  }

  // MARK: Faults

  /// Starts a server that is not running.
  package func start(_ server: Int) async throws {
    precondition(processes[server] == nil, "Server \(server) is running.")
    let path = try folder.write(configuration(of: server), to: "n\(server).conf")
    processes[server] = try await ServerProcess(program: program.path, configuration: path)
  }

  /// Kills a server, without a word.
  package func kill(_ server: Int) async { await end(server, by: SIGKILL) }

  /// Ends a server in good order.
  package func terminate(_ server: Int) async { await end(server, by: SIGTERM) }

  /// Stops a server's time; it answers nothing after the return.
  package func pause(_ server: Int) async { await processes[server]?.pause() }

  /// Lets a paused server go on.
  package func resume(_ server: Int) { processes[server]?.send(SIGCONT) }

  /// Sets the password of users, other than that of `client`, for servers that start from now on.
  package func setPassword(_ password: String) { self.password = password }

  /// Loses a server's disk; it must not be running.
  package func loseDisk(_ server: Int) throws {
    precondition(processes[server] == nil, "Server \(server) is running.")
    try FileManager.default.removeItem(atPath: "\(folder.path)/n\(server)")
  }

  /// Keeps a copy of a server's disk; it must not be running.
  package func saveDisk(_ server: Int) throws {
    precondition(processes[server] == nil, "Server \(server) is running.")
    let disk = "\(folder.path)/n\(server)"
    try FileManager.default.copyItem(atPath: disk, toPath: "\(disk).saved")
  }

  /// Puts the copy of a server's disk in place of it; it must not be running.
  package func restoreDisk(_ server: Int) throws {
    try loseDisk(server)
    let disk = "\(folder.path)/n\(server)"
    try FileManager.default.moveItem(atPath: "\(disk).saved", toPath: disk)
  }

  private func end(_ server: Int, by signal: Int32) async {
    await processes.removeValue(forKey: server)?.end(by: signal)
  }

  private func stop() async {
    for server in processes.keys.sorted() { await end(server, by: SIGKILL) }
  }

  /// Waits until streams can be made.
  private func becomeReady() async throws {
    let client = try client("readiness")
    var stream = StreamConfiguration(name: "READY", subjects: ["ready"], replicas: count)
    stream.maximumBytes = 1024
    for _ in 1...200 {
      if case .success = await client.makeStream(stream) { return await client.close() }
      await Self.pause()
    }
    await client.close()
    throw ServerFailure(description: "The servers take no stream.")
  }

  /// Waits a little for real servers, whose time no test can turn.
  package static func pause(milliseconds: Int = 100) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        done.resume()
      }
    }
  }

  private func configuration(of server: Int) -> String {
    let others = ports.map { "nats://127.0.0.1:\($0.route)" }.joined(separator: ", ")
    // Earlier versions refuse to start with it.
    let sync = syncs && program.version >= .oldest ? "sync_interval: always" : ""
    let cluster =
      count == 1
      ? ""
      : "cluster { name: world, listen: \"127.0.0.1:\(ports[server].route)\", routes: [\(others)] }"
    let tls =
      security.map { "tls { cert_file: \"\($0.certificate)\", key_file: \"\($0.key)\" }" } ?? ""
    return """
      server_name: n\(server)
      listen: "127.0.0.1:\(ports[server].client)"
      \(tls)
      jetstream {
        store_dir: "\(folder.path)/n\(server)", max_memory_store: 64MB, max_file_store: 256MB
        \(sync)
      }
      accounts {
        SYSTEM { users: [{ user: system, password: \(password) }] }
        NODES { jetstream: enabled, users: [{ user: node, password: \(password) }] }
      }
      system_account: SYSTEM
      \(cluster)
      """
  }

  private static func freePorts(_ count: Int) -> [UInt16] {
    var sockets: [Int32] = []
    defer { for socket in sockets { close(socket) } }
    return (0..<count).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      sockets.append(descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = bind(descriptor, address, length)
          _ = getsockname(descriptor, address, &length)
        }
      }
      return UInt16(bigEndian: address.sin_port)
    }
  }
}
