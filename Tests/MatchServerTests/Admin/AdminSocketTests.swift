// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Glibc
import Journal
import JournalSQLite
import LibWebSockets
import MatchFixtures
import Testing

@testable import MatchServer

/// A server with an admin socket in a folder of its own, and programs that talk to it.
final class AskedServer {
  let folder: TemporaryFolder
  let loop: EventLoop
  let server: ServerActor
  let path: String

  init(socket: String? = nil) async throws {
    folder = try TemporaryFolder()
    loop = try EventLoop.start()
    var options = ServerOptions()
    options.dataPath = folder.path + "/data"
    path = socket ?? AdminSocketPath.inFolder(folder.path + "/data")
    options.adminSocket = path
    server = ServerActor(loop: loop, options: options)
    do {
      _ = try await server.start()
    } catch {
      loop.stop()
      throw error
    }
  }

  /// Stops the server in the same way as its program does.
  func stop() async {
    await server.stop()
    do { try await server.closeJournal() } catch { Issue.record(error) }
    loop.stop()
  }

  /// Writes bytes, closes the sending side, and reads the whole answer.
  func exchange(_ bytes: [UInt8]) throws -> [AdminReply] {
    let socket = AdminSocketPath.makeSocket()
    defer { close(socket) }
    try #require(try AdminSocketPath(path).connect(socket))
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      sent += count
    }
    shutdown(socket, Int32(SHUT_WR))
    var reader = LineReader(socket, mostBytes: 1 << 20)
    var lines: [AdminReply] = []
    while case .line(let line) = reader.next(within: .seconds(20)) {
      lines.append(try #require(AdminWire.answer(line)))
    }
    return lines
  }

  func exchange(_ text: String) throws -> [AdminReply] { try exchange(Array(text.utf8)) }

  /// The audit log's lines.
  func audit() throws -> [[String: Any]] {
    let text = String(decoding: try folder.bytes("data/audit.log"), as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }
}

@Suite("The admin socket", .timeLimit(.minutes(1)))
struct AdminSocketTests {
  private static let status = "{\"admin\":1,\"do\":\"status\"}\n"

  @Test("answers requests in order, even after malformed ones, and audits each")
  func answers() async throws {
    let asked = try await AskedServer()
    #expect(try asked.folder.rights("data/admin.sock") == 0o600)
    let lines = try asked.exchange(Self.status + "nonsense\n\n" + Self.status)
    #expect(
      lines.map { $0.refused?.code.rawValue ?? ($0.isLast ? "done" : "row") } == [
        "row", "done", "malformed", "malformed", "row", "done",
      ])
    #expect(lines.first?.status?.version == serverVersion)
    let notes = try asked.audit()
    #expect(notes.map { $0["outcome"] as? String } == ["done", "malformed", "malformed", "done"])
    #expect(
      notes.allSatisfy { $0["pid"] as? Int32 == getpid() && $0["uid"] as? UInt32 == getuid() })
    #expect(notes.allSatisfy { ($0["time"] as? String)?.hasSuffix("Z") == true })
    #expect(try asked.folder.rights("data/audit.log") == 0o600)
    await asked.stop()
    #expect(access(asked.path, F_OK) != 0, "Its file goes with it.")
  }

  @Test("audits requests and outcomes, also after log rotation")
  func audits() async throws {
    let asked = try await AskedServer()
    _ = try asked.exchange(
      "{\"admin\":1,\"do\":\"ban\",\"address\":\"203.0.113.9\",\"reason\":\"x\"}\n")
    rename(asked.folder.path + "/data/audit.log", asked.folder.path + "/data/audit.log.1")
    _ = try asked.exchange("{\"admin\":1,\"do\":\"kick\",\"session\":\"nobody\"}\n")
    let note = try #require(try asked.audit().first)
    #expect(note["action"] as? String == "kick" && note["outcome"] as? String == "unknown_session")
    #expect(note["arguments"] as? [String: String] == ["session": "nobody"])
    _ = try asked.exchange("{\"admin\":1,\"do\":\"ban\",\"address\":\"x\",\"seconds\":60}\n")
    let invalid = try #require(try asked.audit().last)
    #expect(invalid["action"] as? String == "ban" && invalid["outcome"] as? String == "bad_value")
    #expect(invalid["arguments"] as? [String: String] == ["address": "x", "seconds": "60"])
    // A folder in its place cannot be written.
    unlink(asked.folder.path + "/data/audit.log")
    mkdir(asked.folder.path + "/data/audit.log", 0o700)
    let refused = try asked.exchange(Self.status).last?.refused
    #expect(
      refused?.code == .unwritable && refused?.description.contains("nothing was done") == true)
    await asked.stop()
  }

  @Test("logs changes at notice, and read-only requests at debug")
  func levels() throws {
    let lines = LineCollector()
    let audit = AuditLog(path: nil, logger: lines.logger())
    let said = ["status", "rooms", "sessions", "bans", "kick", "reload", "?"].map { action in
      audit.note(AuditEntry(nil, action), .done("So."))
      return lines.take().joined()
    }
    #expect(said.map { $0.contains(" debug ") } == [true, true, true, true, false, false, false])
    #expect(said.map { $0.contains(" notice ") } == [false, false, false, false, true, true, true])
  }

  @Test("logs no names, and logs arguments only without an audit log")
  func names() throws {
    let folder = try TemporaryFolder()
    let line = AdminWire.line(.kick(session: "s1", reason: "Be kind"))
    for path in [folder.path + "/audit.log", nil] {
      let lines = LineCollector()
      AuditLog(path: path, logger: lines.logger())
        .note(AuditEntry(nil, line: line), .done("Ada was kicked."))
      let said = lines.take().joined()
      #expect(said.contains("action=kick outcome=done") && !said.contains("Ada"))
      #expect(said.contains("session=s1") == (path == nil))
    }
    let noted = String(decoding: try folder.bytes("audit.log"), as: UTF8.self)
    #expect(noted.contains("Ada was kicked."))
  }

  @Test("keeps bans over a restart")
  func keeps() async throws {
    let asked = try await AskedServer()
    let done = try asked.exchange("{\"admin\":1,\"do\":\"ban\",\"address\":\"2001:db8::1\"}\n").last
    #expect(done?.done?.contains("2001:db8::/64") == true)
    await asked.stop()
    let store = try JournalStore(path: asked.folder.path + "/data/journal.sqlite")
    let found = try store.load(now: .zero).bans
    #expect(found.map(\.target.description) == ["address:2001:db8::/64"])
    store.close()
  }

  @Test("rejects unterminated and overlong lines, and serves later connections")
  func bounds() async throws {
    let asked = try await AskedServer()
    #expect(try asked.exchange("{\"admin\":1").map(\.refused?.code) == [.malformed])
    #expect(try asked.exchange("").isEmpty)
    let long = [UInt8](repeating: 97, count: 10 << 20)
    // The peer may close before everything is written; its answer is read all the same.
    #expect(try asked.exchange(long).map(\.refused?.code) == [.limit])
    let edge = [UInt8](repeating: 97, count: AdminWire.mostBytes)
    #expect(try asked.exchange(edge + [10]).map(\.refused?.code) == [.malformed])
    #expect(try asked.exchange(edge + [97, 10]).map(\.refused?.code) == [.limit])
    #expect(try asked.exchange(Self.status).last?.done != nil)
    await asked.stop()
  }

  @Test("serves a limited number of connections at a time")
  func visitors() async throws {
    let asked = try await AskedServer()
    var clients: [AdminClient] = []
    for _ in 0..<AdminSocket.mostConnections {
      let client = try AdminClient(path: asked.path)
      _ = try client.ask(.status) { _, _ in }
      clients.append(client)
    }
    do {
      _ = try AdminClient(path: asked.path).ask(.status) { _, _ in }
      Issue.record("There is no bound.")
    } catch let problem as CommandProblem {
      #expect(
        problem.description.contains("close one first")
          || problem.description.contains("connection is lost"))
    }
    clients = []
    await asked.stop()
  }

  @Test("writes a long answer as slowly as it is read")
  func slowReader() async throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    var room: Int32 = 1
    setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    let ban = AdminReply.Banned(key: nil, address: "x", since: "y", until: nil, reason: "z")
    let answer = AdminAnswer.list(
      Array(repeating: .ban(ban), count: AdminAnswer.mostRows), of: AdminAnswer.mostRows, "ban")
    let audit = AuditLog(path: nil, logger: LineCollector().logger())
    let (served, end) = AsyncStream.makeStream(of: Void.self)
    AdminConnection(ends[0], audit: audit, ask: { $1(answer) }) { end.finish() }.begin()
    let request = AdminWire.line(.bans)
    send(ends[1], request, request.count, 0)
    shutdown(ends[1], Int32(SHUT_WR))
    var reader = LineReader(ends[1], mostBytes: 1 << 20)
    var lines: AdminAnswer = []
    while case .line(let line) = reader.next(within: .seconds(20)) {
      lines.append(try #require(AdminWire.answer(line)))
    }
    #expect(lines.count == answer.count && lines.last == answer.last)
    close(ends[1])
    for await _ in served {}
  }

  @Test("replaces a dead server's socket, and nothing else")
  func places() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/admin.sock"
    // A server that was killed leaves its socket.
    let dead = AdminSocketPath.makeSocket()
    try #require(try AdminSocketPath(path).bind(dead))
    close(dead)
    let asked = try await AskedServer(socket: path)
    #expect(try asked.exchange(Self.status).last?.done != nil)
    await #expect(throws: AdminSocketError.taken(path: path)) {
      try await AskedServer(socket: path)
    }
    #expect(try asked.exchange(Self.status).last?.done != nil, "The first one is not disturbed.")
    await asked.stop()
    try folder.write([1, 2, 3], to: "admin.sock")
    await #expect(throws: AdminSocketError.foreign(path: path)) {
      try await AskedServer(socket: path)
    }
    #expect(try folder.bytes("admin.sock") == [1, 2, 3])
  }

  @Test("explains an unusable path: too long, in an unsafe folder, or inaccessible")
  func paths() async throws {
    let folder = try TemporaryFolder()
    let long = folder.path + "/" + String(repeating: "x", count: 100)
    await #expect(throws: AdminSocketError.pathTooLong(path: long, limit: 107)) {
      try await AskedServer(socket: long)
    }
    mkdir(folder.path + "/open", 0o700)
    chmod(folder.path + "/open", 0o777)
    await #expect(throws: AdminSocketError.exposed(folder: folder.path + "/open")) {
      try await AskedServer(socket: folder.path + "/open/admin.sock")
    }
    await #expect(throws: AdminSocketError.folder(path: folder.path)) {
      try await AskedServer(socket: folder.path)
    }
    for place in ["/made", "/no/such"] {
      let path = folder.path + place + "/admin.sock"
      let error = AdminSocketError.noFolder(path: path, folder: folder.path + place)
      #expect(error.description.contains("create it, or choose another --admin-socket."))
      await #expect(throws: error) { try await AskedServer(socket: path) }
      #expect(access(folder.path + place, F_OK) != 0, "What is misspelt is not made.")
    }
  }

  @Test("answers its own user and root")
  func credentials() {
    let own = PeerCredentials(process: 1, user: 1000)
    let root = PeerCredentials(process: 1, user: 0)
    #expect(own.mayAdminister(serverOf: 1000) && root.mayAdminister(serverOf: 1000))
    #expect(!own.mayAdminister(serverOf: 1001) && !own.mayAdminister(serverOf: 0))
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    #expect(PeerCredentials(socket: ends[0]) == PeerCredentials(process: getpid(), user: geteuid()))
    for end in ends { close(end) }
    #expect(PeerCredentials(socket: -1) == nil)
  }
}
