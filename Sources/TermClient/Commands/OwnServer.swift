// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Crypto
import Glibc
import LibWebSockets
import MatchClient
import Protocol
import TerminalUI

/// Why the local server does not run, as a sentence for the user.
struct OwnServerError: Error, Hashable, Sendable, CustomStringConvertible {
  let description: String
}

/// A server that runs beside this program, and how to reach it.
struct OwnServer: Hashable, Sendable {
  /// Where it listens.
  var url: ServerURL
  /// How to trust it: a self-signed certificate is pinned by the announced fingerprint.
  var trust = ConnectOptions.Trust.system

  /// Parses the line that the server prints when it is ready; nil if it has no `url`.
  init?(announcedIn line: String) {
    func member(_ name: String) -> Substring? {
      guard let start = line.firstRange(of: "\"\(name)\":\"")?.upperBound,
        let end = line[start...].firstIndex(of: "\"")
      else { return nil }
      return line[start..<end]
    }
    guard let url = member("url").flatMap({ try? ServerURL(String($0)) }) else { return nil }
    self.url = url
    if let fingerprint = member("fingerprint").flatMap({ CertificateFingerprint(String($0)) }) {
      trust = .fingerprint(fingerprint)
    }
  }
}

extension App {
  /// Runs `body` while a `facedown-server` process runs beside this program.
  ///
  /// The last lines the server prints are kept, and reported only if it does not start.
  ///
  /// - Parameters:
  ///   - listen: the address it listens on.
  ///   - past: a daily deal that it lets be played again; nil for none.
  ///   - body: runs meanwhile.
  /// - Throws: what `body` throws, or the server's last lines: as `ValidationError` if it refuses
  ///   its arguments, else as `OwnServerError`.
  func withServer(
    listen: String, recalling past: DailyBoard? = nil,
    _ body: @Sendable (OwnServer) async throws -> Void
  ) async throws {
    let process = try ServerProcess(listeningAt: listen, recalling: past, on: loop)
    let own = await withCheckedContinuation { continuation in
      process.whenAnnounced { continuation.resume(returning: $0) }
    }
    var result: Result<Void, any Error>?
    if let own {
      do { result = .success(try await body(own)) } catch { result = .failure(error) }
    }
    process.stop()
    await withCheckedContinuation { continuation in
      process.whenEnded { continuation.resume() }
    }
    if let result { return try result.get() }
    // The server's arguments come from those of this program.
    throw process.refusesArguments
      ? ValidationError(process.lastWords) : OwnServerError(description: process.lastWords)
  }
}

/// A server process, whose output and end are events of the loop.
private final class ServerProcess {
  private let child: ChildProgram
  /// The server ends with its standard input.
  private let input: Int32
  private var readers: [LineReader] = []
  private var lines: [String] = []
  private var own: OwnServer??
  private var announced: ((OwnServer?) -> Void)?
  private var isOver = false
  private var ended: (() -> Void)?

  /// Whether it ended because of its arguments.
  private(set) var refusesArguments = false

  /// Starts a server.
  ///
  /// - Throws: `OwnServerError` if there is none.
  init(
    listeningAt listen: String, recalling past: DailyBoard?, on loop: EventLoop
  ) throws(OwnServerError) {
    let path = ChildProgram.path(beside: "facedown-server")
    guard access(path, X_OK) == 0 else {
      throw OwnServerError(
        description:
          "facedown-server is not in the same folder as facedown: build or install it there.")
    }
    let pipes = try (0..<3).map { _ throws(OwnServerError) in try Self.pipe() }
    let words =
      [path, "--listen", listen, "--in-memory", "--until-input-ends"]
      + ownNames(listeningAt: listen)
      + recalled(past)
    let child = ChildProgram(
      words, input: pipes[0].output, output: pipes[1].input, errors: pipes[2].input)
    for end in [pipes[0].output, pipes[1].input, pipes[2].input] { close(end) }
    guard let child else {
      for end in [pipes[0].input, pipes[1].output, pipes[2].output] { close(end) }
      throw OwnServerError(description: "\(path) cannot be run.")
    }
    self.child = child
    input = pipes[0].input
    readers = [
      LineReader(pipes[1].output, on: loop) { [weak self] in self?.announce($0) },
      LineReader(pipes[2].output, on: loop) { [weak self] in self?.note($0) },
    ]
  }

  private static func pipe() throws(OwnServerError) -> (output: Int32, input: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw OwnServerError(description: "There is no pipe for a local server.")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Calls `body` with the announced server, or with nil if the process ends before.
  func whenAnnounced(_ body: @escaping (OwnServer?) -> Void) {
    if let own { body(own) } else { announced = body }
  }

  /// Calls `body` once the process has ended.
  func whenEnded(_ body: @escaping () -> Void) {
    if isOver { body() } else { ended = body }
  }

  /// Ends the process.
  func stop() {
    if !isOver { kill(child.process, SIGTERM) }
  }

  /// The last three lines of its standard error.
  var lastWords: String {
    let text = lines.joined(separator: " ")
    if text.isEmpty { return "The local server did not start." }
    return text.hasPrefix("Error: ") ? String(text.dropFirst("Error: ".count)) : text
  }

  /// Takes a line of its standard output; nil for the end.
  private func announce(_ line: String?) {
    guard own == nil else { return }
    let own = line.flatMap { OwnServer(announcedIn: $0) }
    self.own = .some(own)
    announced?(own)
  }

  /// Takes a line of its standard error; nil for the end, which is that of the process.
  private func note(_ line: String?) {
    guard let line else { return end() }
    // Usage hints of the server's parser are about arguments the user did not type.
    if line.hasPrefix("Usage:") || line.hasPrefix("  See ") { return }
    lines = (lines + [line.harmless(limit: 400)]).suffix(3)
  }

  private func end() {
    var status: Int32 = 0
    while waitpid(child.process, &status, 0) < 0, errno == EINTR {}
    refusesArguments = status == ExitCode.validationFailure.rawValue << 8
    close(input)
    isOver = true
    announce(nil)
    ended?()
  }
}

/// Reads lines from a pipe, on the loop; of a line without end, only the last part.
private final class LineReader {
  private let pipe: Int32
  private let take: (String?) -> Void
  private var watch: DescriptorWatch?
  private var rest: [UInt8] = []

  /// The most bytes kept of a line.
  private static let limit = 4096

  /// A reader of `pipe`, which it closes at its end; `take` gets each line, then nil.
  init(_ pipe: Int32, on loop: EventLoop, _ take: @escaping (String?) -> Void) {
    self.pipe = pipe
    self.take = take
    watch = loop.watch(fileDescriptor: pipe) { [weak self] in self?.read() }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: Self.limit)
    let count = Glibc.read(pipe, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    var lines = (rest + buffer.prefix(max(count, 0)))
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = count > 0 ? Array(lines.removeLast().suffix(Self.limit)) : []
    for line in lines where !line.isEmpty { take(String(decoding: line, as: UTF8.self)) }
    guard count <= 0 else { return }
    watch?.cancel()
    close(pipe)
    take(nil)
  }
}

/// The public names of a local server that listens on all addresses of this machine: the link for
/// others has one of these addresses.
private func ownNames(listeningAt listen: String) -> [String] {
  let isEverywhere = listen.hasPrefix("0.0.0.0:") || listen.hasPrefix("[::]:")
  guard isEverywhere, let own = ownAddress() else { return [] }
  return ["localhost", "127.0.0.1", "::1", own].flatMap { ["--public-name", $0] }
}

/// The option for a local server that lets a daily deal be played again; none without its seed.
private func recalled(_ past: DailyBoard?) -> [String] {
  guard let past, let seed = past.seed else { return [] }
  return ["--recalled-day", "\(past.day):\(Hexadecimal.text(of: seed))"]
}
