// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
internal import Glibc
internal import Synchronization

/// Events of the terminal other than input, since the last `takeEvents`.
package struct TerminalEvents: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// A set of raw bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // Computed, because signal handlers must not be the first to touch a lazy global.

  /// The window was resized.
  package static var resized: TerminalEvents { TerminalEvents(rawValue: 1) }
  /// The program was stopped and has resumed: everything has to be redrawn.
  package static var resumed: TerminalEvents { TerminalEvents(rawValue: 2) }
}

/// Why a terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is a file or a pipe.
  case notATerminal
  /// A system call failed.
  case failed(call: String, errno: Int32)

  /// A sentence.
  package var description: String {
    switch self {
    case .notATerminal:
      "Standard input and output are not a terminal: run facedown in one, or use --plain."
    case .failed(let call, let number):
      "The terminal could not be set up (\(call): \(String(cString: strerror(number))))"
        + "; try --plain."
    }
  }
}

/// The terminal this program runs in, in full screen from `enter` to `leave`.
///
/// It is restored exactly once: by `leave`, `exit`, a trap, a fault or a signal that ends the
/// program, whichever comes first. Ctrl-Z restores it until the program resumes. Meanwhile standard
/// error, if it is the terminal, goes to an unlinked file whose tail is printed afterwards. A
/// process has one terminal, so a second one in full screen traps.
///
/// The owner reads the input itself, watches `events` and then calls `takeEvents`. It passes a
/// frame to `append` and `flush`, which never block, and calls `flush` again while there is a
/// backlog.
package final class Terminal: TerminalOutput {
  private let wakes: Int32
  private let input: Int32
  private let output: Int32
  private let wake: Int32
  private var writer: TerminalWriter

  /// Wraps the terminal on two descriptors without changing it.
  ///
  /// - Throws: `TerminalError`.
  package init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(call: "pipe", errno: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    self.input = input
    self.output = output
    writer = TerminalWriter(to: output)
    (wakes, wake) = (ends[0], ends[1])
  }

  deinit {
    leave()
    writer.close()
    close(wakes)
    close(wake)
  }

  /// Becomes readable when `takeEvents` has an event.
  package var events: Int32? { wakes }

  /// The window's size in cells; nil if unknown.
  package var size: WindowSize? { WindowSize(of: output) }

  /// The window's size in pixels; nil if unknown.
  package var pixels: PixelSize? { PixelSize(of: output) }

  /// Switches to full screen.
  ///
  /// - Parameter modes: modes to switch on too.
  /// - Throws: `TerminalError.failed`; the terminal is unchanged then.
  package func enter(_ modes: TerminalModes = []) throws(TerminalError) {
    precondition(
      !TerminalRestore.isWanted.load(ordering: .sequentiallyConsistent),
      "A program has one terminal, and it is in full screen already.")
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { throw .failed(call: "tcgetattr", errno: errno) }
    var log: Int32 = -1
    if isatty(STDERR_FILENO) == 1 { log = try Self.namelessFile() }
    TerminalRestore.prepare()
    TerminalRestore.state.initialize(
      to: TerminalRestore.State(
        input: input, output: output, savedTerminal: saved, rawTerminal: saved.raw,
        standardError: log < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), log: log,
        logPrinted: 0, wake: wake, modes: modes))
    TerminalRestore.isWanted.store(true, ordering: .sequentiallyConsistent)
    TerminalRestore.install()
    TerminalRestore.enter()
  }

  /// Switches modes on until full screen ends.
  package func add(_ modes: TerminalModes) {
    guard isOurs else { return }
    let new = modes.subtracting(TerminalRestore.state.pointee.modes)
    // A handler that interrupts here undoes modes that are not on yet, which is harmless.
    TerminalRestore.state.pointee.modes.formUnion(new)
    if new.contains(.mouse) { append(ControlSequence.mouseOn) }
    if new.contains(.keyboard) { append(ControlSequence.keyboardOn) }
    if new.contains(.resize) { append(ControlSequence.resizeOn) }
    if new.contains(.title) { append(ControlSequence.titlePush) }
    flush()
  }

  /// Switches modes off again.
  package func remove(_ modes: TerminalModes) {
    guard isOurs else { return }
    let old = modes.intersection(TerminalRestore.state.pointee.modes)
    if old.contains(.kittyPictures) { append(ControlSequence.kittyPicturesOff) }
    if old.contains(.placeholders) { append(ControlSequence.placeholdersOff) }
    if old.contains(.sixels) { append(ControlSequence.sixelsOff) }
    if old.contains(.title) { append(ControlSequence.titlePop) }
    if old.contains(.resize) { append(ControlSequence.resizeOff) }
    if old.contains(.keyboard) { append(ControlSequence.keyboardOff) }
    if old.contains(.mouse) { append(ControlSequence.mouseOff) }
    flush()
    TerminalRestore.state.pointee.modes.subtract(old)
  }

  /// The modes that are on.
  package var modes: TerminalModes { isOurs ? TerminalRestore.state.pointee.modes : [] }

  /// Counts a status query that was sent.
  package func noteQuery() {
    TerminalRestore.awaited.add(1, ordering: .sequentiallyConsistent)
  }

  /// Counts an answer to a status query.
  package func noteAnswer() {
    guard TerminalRestore.awaited.load(ordering: .sequentiallyConsistent) > 0 else { return }
    TerminalRestore.awaited.subtract(1, ordering: .sequentiallyConsistent)
  }

  private var isOurs: Bool {
    TerminalRestore.isWanted.load(ordering: .sequentiallyConsistent)
      && TerminalRestore.state.pointee.wake == wake
  }

  /// Restores the terminal; does nothing if it was restored before.
  package func leave() {
    guard isOurs else { return }
    writer.forget()
    // Block signals that end the program until the terminal is restored.
    var (ending, before) = (sigset_t(), sigset_t())
    sigemptyset(&ending)
    for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTOU] {
      sigaddset(&ending, signal)
    }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    TerminalRestore.isWanted.store(false, ordering: .sequentiallyConsistent)
    TerminalRestore.leave(isReader: true)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    TerminalRestore.uninstall()
    if TerminalRestore.state.pointee.log >= 0 {
      close(TerminalRestore.state.pointee.log)
      close(TerminalRestore.state.pointee.standardError)
    }
  }

  /// Queues bytes for `flush`.
  package func append(_ bytes: [UInt8]) {
    writer.append(bytes)
  }

  /// Queues bytes for `flush`.
  package func append(_ text: StaticString) {
    writer.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Writes as much of the queue as the terminal takes without blocking; the rest stays queued.
  package func flush() {
    guard writer.hasBacklog else { return }
    if isOurs, !TerminalRestore.isOn.load(ordering: .sequentiallyConsistent) {
      // While the shell has the terminal, nothing is written.
      writer.forget()
    } else {
      writer.flush()
    }
  }

  /// Whether bytes are queued.
  package var hasBacklog: Bool { writer.hasBacklog }

  /// Drops the queue, because it was for a screen that is gone.
  package func forgetBacklog() {
    writer.forget()
  }

  /// Returns and clears the events since the last call.
  package func takeEvents() -> TerminalEvents {
    var taken: TerminalEvents = []
    var buffer: [UInt8] = Array(repeating: 0, count: 64)
    while true {
      let count = Glibc.read(wakes, &buffer, buffer.count)
      guard count > 0 else { return taken }
      for byte in buffer.prefix(count) { taken.formUnion(TerminalEvents(rawValue: byte)) }
    }
  }

  /// Sends a signal to the foreground's programs, this one among them.
  package func raise(_ signal: KeySignal) {
    switch signal {
    case .interrupt: kill(0, SIGINT)
    case .suspend: kill(0, SIGTSTP)
    case .quit: kill(0, SIGQUIT)
    }
  }

  /// Opens an unlinked temporary file.
  private static func namelessFile() throws(TerminalError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/facedown-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { throw .failed(call: "mkstemp", errno: errno) }
    unlink(path)
    _ = fcntl(file, F_SETFL, O_APPEND)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }
}

extension termios {
  /// Raw mode: each byte is delivered as typed, without echo.
  ///
  /// Ctrl-C, Ctrl-\ and Ctrl-Z still send signals, so that even a hanging program can be left.
  fileprivate var raw: termios {
    var raw = self
    raw.c_iflag &= ~tcflag_t(
      IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON | IXOFF)
    raw.c_oflag &= ~tcflag_t(OPOST)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
    raw.c_cflag = (raw.c_cflag & ~tcflag_t(CSIZE | PARENB)) | tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }
}
