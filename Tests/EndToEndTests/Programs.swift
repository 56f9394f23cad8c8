// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Subprocess
import SystemPackage

/// What a program came to.
struct Finished: Sendable {
  var code: Int32
  var lines: [String]
  var errors: String
}

/// The programs of this package, as built for debugging beside the test bundle.
enum Programs {
  private static var folder: FilePath {
    FilePath(CommandLine.arguments[0]).removingLastComponent()
  }

  /// Where they are.
  static var home: String { folder.string }

  static func path(_ name: String) -> String { folder.appending(name).string }

  /// The folder this package is checked out in.
  static var checkout: String {
    FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      .string
  }

  /// Runs a program to its end, handing each line of its output on as it comes.
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
      // Whoever runs the tests has a key that is not theirs to play with.
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

  /// Runs `body` while a server runs, then stops it by SIGTERM and checks how it went.
  ///
  /// What the server logs goes to the file `log`.
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

/// What a server says when it is ready.
struct Announcement: Sendable {
  var url: String
  var fingerprint: String?
  /// Where it tells how it is.
  var metrics: String?
  /// How many rooms it went on with.
  var restoredRooms: Int?
  /// For how long nobody had been there, in milliseconds.
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

  /// The arguments a client trusts the server by.
  var trust: [String] { fingerprint.map { ["--tls-fingerprint", $0] } ?? [] }
}

enum ProgramError: Error {
  case silentServer
  case noURL(String)
  case noCode
}

/// The text behind a key in a line of flat JSON.
func value(of key: String, in line: String) -> String? {
  guard let start = line.firstRange(of: "\"\(key)\":\"")?.upperBound else { return nil }
  return line[start...].firstIndex(of: "\"").map { String(line[start..<$0]) }
}
