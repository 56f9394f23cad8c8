// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Testing

@testable import TerminalUI

/// Enters full screen on the terminal at a path, with standard error on it too.
///
/// The threads that tests run on block signals; a program's main thread does not.
private func fullScreen(_ path: String) throws -> Terminal {
  var signals = sigset_t()
  sigfillset(&signals)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  let descriptor = open(path, O_RDWR | O_NOCTTY)
  _ = dup2(descriptor, STDERR_FILENO)
  let terminal = try Terminal(input: descriptor, output: descriptor)
  try terminal.enter(.mouse)
  terminal.add([.keyboard, .resize, .title])
  return terminal
}

private func say(_ text: String) {
  _ = write(STDERR_FILENO, text, text.utf8.count)
}

/// Sends a query, leaves before the answer, and ends.
private func expectExit(_ path: String) async {
  await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
    let terminal = try fullScreen(path)
    terminal.add(.answers)
    terminal.append(ControlSequence.statusQuery)
    terminal.flush()
    terminal.noteQuery()
    terminal.leave()
    exit(0)
  }
}

@Suite("The terminal is restored whatever happens", .timeLimit(.minutes(1)), .serialized)
struct TerminalRestoreTests {
  private let pseudo = PseudoTerminal()
  private let before: [UInt8]
  private let enter = [
    ControlSequence.enter, ControlSequence.mouseOn, ControlSequence.keyboardOn,
    ControlSequence.resizeOn, ControlSequence.titlePush,
  ].map { $0.description }.joined()
  private let leave = [
    ControlSequence.titlePop, ControlSequence.resizeOff, ControlSequence.keyboardOff,
    ControlSequence.mouseOff, ControlSequence.leave,
  ].map { $0.description }.joined()

  /// The signal of a trap.
  #if arch(x86_64) || arch(i386)
  private static let trap = SIGILL
  #else
  private static let trap = SIGTRAP
  #endif

  init() {
    before = pseudo.settings
  }

  private func expectRestored(saying text: String = "", times: Int = 1) {
    #expect(pseudo.settings == before)
    let output = pseudo.output()
    #expect(output.hasPrefix(enter))
    #expect(output.components(leave) == times)
    #expect(output.components(enter) == times)
    let said = output.afterLast(leave)
    #expect(text.isEmpty ? said.isEmpty : said.contains(text), "It says: \(said)")
  }

  @Test("by leaving, exactly once, and can be entered again")
  func leaving() async throws {
    await #expect(processExitsWith: .success) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      say("Something odd happened.")
      terminal.leave()
      terminal.leave()
      try terminal.enter()
      terminal.leave()
      exit(EXIT_SUCCESS)
    }
    let output = pseudo.output()
    #expect(pseudo.settings == before)
    #expect(output.components(leave) == 1 && output.components(enter) == 1)
    // Modes that were not switched on are not switched off.
    let plain = ControlSequence.enter.description + ControlSequence.leave.description
    #expect(output.components(plain) == 1)
    #expect(output.components("Something odd happened.") == 1)
  }

  @Test("by the end of the program")
  func exiting() async {
    await #expect(processExitsWith: .exitCode(3)) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      withExtendedLifetime(terminal) {
        say("Good bye.")
        exit(3)
      }
    }
    expectRestored(saying: "Good bye.")
  }

  @Test("by a trap, whose message is printed afterwards")
  func trap() async {
    await #expect(processExitsWith: .signal(Self.trap)) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      withExtendedLifetime(terminal) { fatalError("Two and two are five.") }
    }
    expectRestored(saying: "Two and two are five.")
  }

  @Test("by a fault")
  func fault() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      withExtendedLifetime(terminal) {
        UnsafeMutablePointer<Int>(bitPattern: 16)?.pointee = 1
      }
    }
    expectRestored()
  }

  @Test(
    "by a signal, which then has its default effect",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGPIPE])
  func signals(signal: Int32) async {
    await #expect(processExitsWith: .signal(signal)) {
      [path = pseudo.path as String, signal = signal as Int32] in
      let terminal = try fullScreen(path)
      withExtendedLifetime(terminal) {
        say("Before the signal.")
        _ = kill(getpid(), signal)
        // Whichever thread gets the signal, this one waits.
        while true { pause() }
      }
    }
    expectRestored(saying: "Before the signal.")
  }

  @Test("and an ignored signal stays ignored")
  func ignored() async {
    await #expect(processExitsWith: .exitCode(4)) { [path = pseudo.path as String] in
      signal(SIGHUP, SIG_IGN)
      let terminal = try fullScreen(path)
      withExtendedLifetime(terminal) { _ = raise(SIGHUP) }
      terminal.leave()
      exit(4)
    }
    expectRestored()
  }

  @Test("for the shell after Ctrl-Z, and full screen returns when the program resumes")
  func stopping() async {
    await #expect(processExitsWith: .exitCode(5)) { [path = pseudo.path as String] in
      // In a session of its own nobody could wake the program, so the system does not stop it.
      setsid()
      let terminal = try fullScreen(path)
      raise(SIGTSTP)
      guard terminal.takeEvents() == .resumed else { exit(6) }
      terminal.leave()
      exit(5)
    }
    expectRestored(times: 2)
  }

  @Test("and full screen is set up again after SIGSTOP, when the program resumes")
  func continuing() async {
    await #expect(processExitsWith: .exitCode(5)) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      raise(SIGCONT)
      raise(SIGWINCH)
      guard terminal.takeEvents() == [.resumed, .resized] else { exit(6) }
      terminal.leave()
      exit(5)
    }
    let output = pseudo.output()
    #expect(pseudo.settings == before)
    #expect(output.components(enter) == 2 && output.components(leave) == 1)
  }

  @Test("after the answers to queries, so that none of them reaches the shell")
  func answers() async {
    let path = pseudo.path
    async let exit: Void = expectExit(path)
    // The terminal: reads up to the last query, answers, and stays silent.
    var output = ""
    let query = ControlSequence.statusQuery.description
    let clock = ContinuousClock()
    let start = clock.now
    while output.components(query) < 2, clock.now - start < .seconds(20) {
      output += pseudo.output()
      await Task.yield()
    }
    pseudo.type("\u{1b}[0n\u{1b}[<35;1;1M\u{1b}[0n")
    await exit
    #expect(pseudo.settings == before && pseudo.unread == 0)
    #expect((output + pseudo.output()).components(leave) == 1)
  }

  @Test("even without an answer, after a short timeout")
  func noAnswers() async {
    await #expect(processExitsWith: .exitCode(0)) { [path = pseudo.path as String] in
      let clock = ContinuousClock()
      let terminal = try fullScreen(path)
      terminal.add(.answers)
      let took = clock.measure { terminal.leave() }
      exit(took < .milliseconds(400) && took >= .milliseconds(90) ? 0 : 7)
    }
    let output = pseudo.output()
    #expect(pseudo.settings == before && output.components(leave) == 1)
  }

  @Test(
    "without pictures on the screen, by an exit and by a signal",
    arguments: [TerminalModes.kittyPictures, .placeholders, .sixels].map(\.rawValue), [0, SIGTERM])
  func pictures(mode: UInt8, signal: Int32) async {
    let how: ExitTest.Condition = signal == 0 ? .exitCode(0) : .signal(signal)
    await #expect(processExitsWith: how) {
      [path = pseudo.path as String, mode = mode as UInt8, signal = signal as Int32] in
      let terminal = try fullScreen(path)
      terminal.add(TerminalModes(rawValue: mode))
      // A picture that is cut off.
      terminal.append("\u{1b}_Ga=t,f=100,i=1,m=1;AAAA")
      terminal.flush()
      guard signal != 0 else { exit(0) }
      _ = kill(getpid(), signal)
      while true { pause() }
    }
    let off =
      switch TerminalModes(rawValue: mode) {
      case .sixels: ControlSequence.sixelsOff
      case .placeholders: ControlSequence.placeholdersOff
      default: ControlSequence.kittyPicturesOff
      }
    let output = pseudo.output()
    #expect(pseudo.settings == before)
    #expect(output.hasSuffix("\(off)\(ControlSequence.leave)"))
    #expect(output.contains("m=1;AAAA\u{1b}\\\(ControlSequence.titlePop)"))
  }

  @Test("with only the tail of a long log printed")
  func longLog() async {
    await #expect(processExitsWith: .success) { [path = pseudo.path as String] in
      let terminal = try fullScreen(path)
      for line in 0..<2000 { say("line \(line)\n") }
      terminal.leave()
      exit(EXIT_SUCCESS)
    }
    let said = pseudo.output().afterLast(leave)
    #expect(said.contains("line 1999") && !said.contains("line 1000\r"))
    // The terminal turns each newline into CR LF.
    #expect(said.utf8.count <= TerminalRestore.tailLimit * 2)
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }

  fileprivate func afterLast(_ text: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }
}
