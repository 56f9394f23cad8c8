// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Glibc
import LibWebSockets
import MatchFixtures
import TerminalFixtures
import TerminalUI

@testable import TermClient

/// A person at the program: types on a pipe, and looks at a recorded terminal.
///
/// It shares the app's loop, so it looks only between the app's steps.
actor AppTester {
  /// A pipe as keyboard.
  struct Keyboard {
    let output: Int32
    private(set) var input: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0, "A test needs a pipe.")
      (output, input) = (ends[0], ends[1])
    }

    func type(_ text: String) {
      let bytes = Array(text.utf8)
      precondition(write(input, bytes, bytes.count) == bytes.count, "The pipe is full.")
    }

    mutating func end() {
      if input >= 0 { close(input) }
      input = -1
    }
  }

  /// The app.
  nonisolated let app: App
  private let loop: EventLoop
  private let folder: TemporaryFolder
  private var keyboard = Keyboard()
  private var sleeper: CheckedContinuation<Void, Never>?
  // Touched on the loop only.
  private nonisolated(unsafe) let terminal = RecordedTerminal()
  private nonisolated(unsafe) let lines = PrintedLines()
  private nonisolated(unsafe) let sentences = PrintedLines()

  private static let waitLimit = Duration.seconds(40)

  /// An app with a settings file of these lines.
  ///
  /// - Parameters:
  ///   - settings: the lines.
  ///   - hasTerminal: whether there is a terminal for full screen.
  ///   - server: runs a server of its own.
  /// - Throws: if there is no folder or loop.
  init(
    _ settings: String..., hasTerminal: Bool = true,
    server:
      @escaping @Sendable (
        isolated App, String, @Sendable (OwnServer) async throws -> Void
      ) async throws -> Void = { _, _, _ in
        throw OwnServerError(description: "No server.")
      }
  ) throws {
    loop = try EventLoop.start()
    folder = try TemporaryFolder()
    mkdir(folder.path + "/facedown", 0o700)
    let text = (["colours = none", "decoration = none", "identity = guest"] + settings)
      .joined(separator: "\n")
    try folder.write(Array(text.utf8), to: "facedown/config")
    var surroundings = App.Surroundings()
    surroundings.keyboard = keyboard.output
    nonisolated(unsafe) let (terminal, lines, sentences) = (terminal, lines, sentences)
    surroundings.terminal = { () throws(TerminalError) in
      guard hasTerminal else { throw .notATerminal }
      return terminal
    }
    environment = { [path = folder.path] in
      ["XDG_CONFIG_HOME": path, "TERM": "xterm-256color"][$0]
    }
    surroundings.environment = environment
    surroundings.put = { stream, line in
      (stream == .output ? lines : sentences).all.append(line)
    }
    surroundings.server = server
    app = App(loop: loop, surroundings)
    terminal.flushed = { [weak self] in self?.assumeIsolated { $0.wake() } }
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Ends the loop; call it when the test is done.
  nonisolated func stop() { loop.stop() }

  /// The folder of its settings.
  nonisolated var path: String { folder.path }

  /// Looks up the app's environment variables.
  nonisolated let environment: @Sendable (String) -> String?

  /// Shows home until the person quits.
  nonisolated func home() async throws {
    try await app.run { app in
      var home = Home(flags: [:], environment: app.surroundings.environment)
      try await app.inFullScreen(home.preferences) { await home.run(on: $0) }
    }
  }

  /// Types text, or the bytes of other keys.
  func type(_ text: String) { keyboard.type(text) }

  /// Ends the input.
  func endInput() { keyboard.end() }

  /// What is on the screen.
  var screen: [String] { terminal.lines }

  /// Whether full screen is on.
  var isOpen: Bool { terminal.isOpen }

  /// The lines on standard output.
  var output: [String] { lines.all }

  /// The lines on standard error.
  var errors: [String] { sentences.all }

  /// Waits until a text is on the screen.
  func sees(_ text: String) async throws { try await until(text) { $0.shows(text) } }

  /// Waits until a text is on the screen no more.
  func misses(_ text: String) async throws { try await until("no \(text)") { !$0.shows(text) } }

  /// Waits until a text is on the screen, then types.
  func type(_ keys: String, at text: String) async throws {
    try await sees(text)
    type(keys)
  }

  /// Waits for the next change of the screen, half a second at most.
  func pause() async {
    let timer = loop.schedule(after: .milliseconds(500)) { self.assumeIsolated { $0.wake() } }
    await withCheckedContinuation { sleeper = $0 }
    timer.cancel()
  }

  private func until(_ what: String, _ isTrue: (RecordedTerminal) -> Bool) async throws {
    let clock = ContinuousClock()
    let end = clock.now + Self.waitLimit
    while !isTrue(terminal) {
      guard clock.now < end else { throw Failure(what: what, screen: terminal.lines) }
      await pause()
    }
  }

  private func wake() {
    sleeper?.resume()
    sleeper = nil
  }

  /// A wait for something that did not come.
  struct Failure: Error, CustomStringConvertible {
    let what: String
    let screen: [String]

    var description: String { "Waited for \(what) at:\n" + screen.joined(separator: "\n") }
  }
}

extension App {
  /// Runs `body` isolated to this app.
  func run<Result: Sendable>(
    _ body: @Sendable (isolated App) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}
