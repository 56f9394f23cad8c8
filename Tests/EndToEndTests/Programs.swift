// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Subprocess
import SystemPackage

/// A finished program's exit status and output.
struct Finished: Sendable {
  var code: Int32
  var lines: [String]
  var errors: String
}

/// This package's programs, as built for debugging beside the test bundle.
enum Programs {
  private static var folder: FilePath {
    FilePath(CommandLine.arguments[0]).removingLastComponent()
  }

  /// The folder of the programs.
  static var home: String { folder.string }

  static func path(_ name: String) -> String { folder.appending(name).string }

  /// The folder of the checkout.
  static var checkout: String {
    FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .string
  }

  /// Runs a program to its end, passing on each line of its output.
  static func run(
    _ program: String, _ arguments: [String],
    onLine: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Finished {
    let executable: Executable =
      program.hasPrefix("/")
      ? .path(FilePath(program))
      : program.hasPrefix("facedown") ? .path(folder.appending(program)) : .name(program)
    let outcome = try await Subprocess.run(
      executable, arguments: Arguments(arguments),
      // The developer's own key must not be used.
      environment: .inherit.updating(["FACEDOWN_IDENTITY": "guest"]),
      input: .none, output: .sequence, error: .string(limit: 1 << 16)
    ) { execution in
      var lines: [String] = []
      for try await line in execution.standardOutput.strings() {
        let line = line.last == "\n" ? String(line.dropLast()) : line
        lines.append(line)
        onLine(line)
      }
      return lines
    }
    let code: Int32 =
      switch outcome.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): -signal
      }
    return Finished(
      code: code, lines: outcome.closureResult, errors: outcome.standardError)
  }

  /// Runs `body` while a server runs, then stops it by SIGTERM and checks its exit.
  ///
  /// The server's log goes to the file `log`.
  static func withServer<Value: Sendable>(
    _ arguments: [String] = [], storage: [String] = ["--in-memory"], log: String = "/dev/null",
    _ body: @escaping @Sendable (Announcement) async throws -> Value
  ) async throws -> (Value, serverCode: Int32) {
    let errors = try FileDescriptor.open(
      FilePath(log), .writeOnly, options: [.create, .append], permissions: .ownerReadWrite)
    let outcome = try await Subprocess.run(
      .path(folder.appending("facedown-server")),
      arguments: Arguments(["--listen", "127.0.0.1:0"] + storage + arguments),
      input: .none, output: .sequence,
      error: .fileDescriptor(errors, closeAfterSpawningProcess: true)
    ) { execution in
      for try await line in execution.standardOutput.strings() {
        let announcement = try Announcement(line: line)
        let result: Result<Value, any Error>
        do { result = .success(try await body(announcement)) } catch { result = .failure(error) }
        try execution.send(signal: .terminate)
        return result
      }
      throw ProgramError.silentServer
    }
    guard case .exited(let code) = outcome.terminationStatus else {
      throw ProgramError.silentServer
    }
    return (try outcome.closureResult.get(), code)
  }
}

/// A server's announcement that it is ready.
struct Announcement: Sendable {
  var url: String
  var fingerprint: String?
  /// The URL of its metrics.
  var metrics: String?
  /// The number of restored rooms.
  var restoredRooms: Int?
  /// The outage before its start, in milliseconds.
  var outage: Int?

  init(line: String) throws {
    guard let url = value(of: "url", in: line) else { throw ProgramError.noURL(line) }
    self.url = url
    fingerprint = value(of: "fingerprint", in: line)
    metrics = value(of: "metrics", in: line)
    restoredRooms = Self.number("rooms", in: line)
    outage = Self.number("outage_ms", in: line)
  }

  private static func number(_ name: String, in line: String) -> Int? {
    line.firstRange(of: "\"\(name)\":").flatMap { range in
      Int(line[range.upperBound...].prefix { $0.isNumber })
    }
  }

  /// The arguments that make a client trust the server.
  var trust: [String] { fingerprint.map { ["--tls-fingerprint", $0] } ?? [] }
}

enum ProgramError: Error {
  case silentServer
  case noURL(String)
  case noCode
}

/// The text of a key in a line of flat JSON.
func value(of key: String, in line: String) -> String? {
  guard let start = line.firstRange(of: "\"\(key)\":\"")?.upperBound else { return nil }
  return line[start...].firstIndex(of: "\"").map { String(line[start..<$0]) }
}
