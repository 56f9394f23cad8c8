// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Glibc
import TermClient

/// A `facedown-server` process, to be ended and restarted.
struct ServerProgram: Sendable {
  /// A server's announcement that it is ready.
  struct Announcement: Hashable, Sendable {
    /// Where it listens.
    var url: String
    /// The number of restored rooms.
    var rooms: Int
    /// How long reading and folding them took, in milliseconds.
    var tookMilliseconds: Int
    /// The fingerprint of its self-signed certificate; nil without one.
    var fingerprint: String?
  }

  private let child: ChildProgram
  private let output: Int32

  /// Starts the server in this program's folder, or at `path`.
  ///
  /// - Parameters:
  ///   - path: another program that announces itself in the same way.
  ///   - arguments: its arguments.
  ///   - processor: the only processor it may run on; nil for any.
  /// - Throws: `ValidationError` if it cannot be run.
  init(path: String? = nil, _ arguments: [String], onlyOn processor: Int? = nil) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ValidationError("No pipe could be created.") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    let path = path ?? ChildProgram.path(beside: "facedown-server")
    guard let child = ChildProgram([path] + arguments, output: ends[1], onlyOn: processor)
    else {
      close(ends[0])
      throw ValidationError("\(path) cannot be run: build it first.")
    }
    self.child = child
    output = ends[0]
  }

  /// Its process id.
  var process: pid_t { child.process }

  /// Waits until it listens.
  ///
  /// - Throws: `ValidationError` if it ends before.
  func announcement() async throws -> Announcement {
    let line = await OwnThread.run { [output] in
      var line: [UInt8] = []
      var byte: UInt8 = 0
      while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
      return String(decoding: line, as: UTF8.self)
    }
    guard let url = Self.text("url", in: line) else {
      throw ValidationError("The server ended before it listened: \(line)")
    }
    return Announcement(
      url: url, rooms: Self.number("rooms", in: line) ?? 0,
      tookMilliseconds: Self.number("took_ms", in: line) ?? 0,
      fingerprint: Self.text("fingerprint", in: line))
  }

  /// Sends it a signal and waits until it has ended.
  ///
  /// - Returns: its exit status; nil if a signal ended it.
  @discardableResult
  func end(_ signal: Int32) async -> Int32? {
    kill(child.process, signal)
    return await OwnThread.run { [process = child.process, output] in
      var status: Int32 = 0
      waitpid(process, &status, 0)
      close(output)
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }
  }

  private static func text(_ key: String, in line: String) -> String? {
    guard let start = line.firstRange(of: "\"\(key)\":\"")?.upperBound else { return nil }
    return line[start...].firstIndex(of: "\"").map { String(line[start..<$0]) }
  }

  private static func number(_ key: String, in line: String) -> Int? {
    guard let start = line.firstRange(of: "\"\(key)\":")?.upperBound else { return nil }
    return Int(line[start...].prefix { $0.isNumber })
  }
}
