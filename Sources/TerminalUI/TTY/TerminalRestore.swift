// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Whatever ends or stops the program, the terminal must be restored. This file runs inside signal
// handlers: nothing here allocates, locks, counts references or initialises a lazy global. All
// memory is allocated and initialised before the handlers are installed, and every call is on
// POSIX's list of async-signal-safe functions.

internal import Glibc
internal import Synchronization

/// Enters and leaves full screen from anywhere, including signal handlers.
package enum TerminalRestore {
  /// Plain memory, initialised before any handler can run.
  struct State {
    var input: Int32
    var output: Int32
    var savedTerminal: termios
    var rawTerminal: termios
    /// The original standard error while descriptor 2 is the log; negative if it is not redirected.
    var standardError: Int32
    /// The file that collects standard error in full screen; negative if it is not redirected.
    var log: Int32
    /// How many bytes of the log have been printed.
    var logPrinted: off_t
    /// The writing end of the pipe that wakes the owner.
    var wake: Int32
    /// The modes that are on.
    var modes: TerminalModes
  }

  /// Full screen is on; the caller that exchanges this for false restores the terminal.
  static let isOn = Atomic(false)
  /// The restoring after `isOn` became false is complete.
  static let isRestored = Atomic(true)
  /// The handlers are installed, and full screen is to return after a stop.
  static let isWanted = Atomic(false)
  /// The number of unanswered status queries.
  static let awaited = Atomic(0)

  nonisolated(unsafe) static let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
  /// The previous actions, by signal number.
  nonisolated(unsafe) static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
  /// The action for SIGTSTP, to install again after a stop.
  nonisolated(unsafe) static let ownStop = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  nonisolated(unsafe) private static let scratch =
    UnsafeMutableRawPointer.allocate(byteCount: tailLimit, alignment: 16)

  static let signalCount = 65
  /// The maximum number of bytes of the log that are printed.
  static let tailLimit = 8192

  /// Initialises the memory and globals that only handlers use.
  static func prepare() {
    scratch.initializeMemory(as: UInt8.self, repeating: 0, count: tailLimit)
    _ = isRestored.load(ordering: .sequentiallyConsistent)
    awaited.store(0, ordering: .sequentiallyConsistent)
  }

  // MARK: The two moves

  /// Switches to full screen.
  static func enter() {
    isRestored.store(false, ordering: .sequentiallyConsistent)
    isOn.store(true, ordering: .sequentiallyConsistent)
    awaited.store(0, ordering: .sequentiallyConsistent)
    _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.rawTerminal)
    if state.pointee.log >= 0 { _ = dup2(state.pointee.log, STDERR_FILENO) }
    let output = state.pointee.output
    write(ControlSequence.enter, to: output)
    let modes = state.pointee.modes
    if modes.contains(.mouse) { write(ControlSequence.mouseOn, to: output) }
    if modes.contains(.keyboard) { write(ControlSequence.keyboardOn, to: output) }
    if modes.contains(.resize) { write(ControlSequence.resizeOn, to: output) }
    if modes.contains(.title) { write(ControlSequence.titlePush, to: output) }
  }

  /// Restores the terminal if that was not done yet, and prints the tail of the log.
  ///
  /// - Parameter isReader: whether the caller may read the terminal's answers itself.
  static func leave(isReader: Bool = false) {
    guard isOn.exchange(false, ordering: .sequentiallyConsistent) else {
      return awaitRestoring()
    }
    let output = state.pointee.output
    let modes = state.pointee.modes
    // A picture that was cut off would swallow what follows.
    let isPictured =
      modes.contains(.kittyPictures) || modes.contains(.placeholders) || modes.contains(.sixels)
    if isPictured { write(ControlSequence.stringEnds, to: output) }
    if modes.contains(.title) { write(ControlSequence.titlePop, to: output) }
    if modes.contains(.resize) { write(ControlSequence.resizeOff, to: output) }
    if modes.contains(.keyboard) { write(ControlSequence.keyboardOff, to: output) }
    if modes.contains(.mouse) { write(ControlSequence.mouseOff, to: output) }
    if modes.contains(.kittyPictures) { write(ControlSequence.kittyPicturesOff, to: output) }
    if modes.contains(.placeholders) { write(ControlSequence.placeholdersOff, to: output) }
    if modes.contains(.sixels) { write(ControlSequence.sixelsOff, to: output) }
    write(ControlSequence.leave, to: output)
    if modes.contains(.answers) {
      write(ControlSequence.statusQuery, to: output)
      awaited.add(1, ordering: .sequentiallyConsistent)
      awaitAnswers(isReader: isReader)
    }
    // Not TCSAFLUSH, which may wait forever for output to drain.
    _ = tcflush(state.pointee.input, TCIFLUSH)
    _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.savedTerminal)
    if state.pointee.log >= 0 {
      _ = dup2(state.pointee.standardError, STDERR_FILENO)
      printLog()
    }
    isRestored.store(true, ordering: .sequentiallyConsistent)
  }

  /// Waits up to 0.3 s until another thread has restored the terminal.
  private static func awaitRestoring() {
    let start = milliseconds
    while !isRestored.load(ordering: .sequentiallyConsistent), milliseconds - start < 300 {
      _ = poll(nil, 0, 10)
    }
  }

  /// Waits up to 0.1 s until the terminal has read everything and answered, so that no answer or
  /// mouse report reaches the shell.
  private static func awaitAnswers(isReader: Bool) {
    let start = milliseconds
    var last: UInt8 = 0
    while awaited.load(ordering: .sequentiallyConsistent) > 0, milliseconds - start < 100 {
      var input = pollfd(fd: state.pointee.input, events: Int16(POLLIN), revents: 0)
      // The owner reads and counts the answers itself.
      guard isReader else {
        _ = poll(nil, 0, 5)
        continue
      }
      guard poll(&input, 1, 5) > 0 else { continue }
      let count = read(state.pointee.input, scratch, 256)
      guard count > 0 else { return }
      for byte in UnsafeRawBufferPointer(start: scratch, count: count) {
        if byte == UInt8(ascii: "n"), last == UInt8(ascii: "0") {
          awaited.subtract(1, ordering: .sequentiallyConsistent)
        }
        last = byte
      }
    }
  }

  /// Monotonic time.
  private static var milliseconds: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  private static func printLog() {
    let end = lseek(state.pointee.log, 0, SEEK_END)
    let start = max(state.pointee.logPrinted, end - off_t(tailLimit))
    guard end > start, lseek(state.pointee.log, start, SEEK_SET) == start else { return }
    state.pointee.logPrinted = end
    let count = read(state.pointee.log, scratch, tailLimit)
    if count > 0 { write(scratch, count: count, to: STDERR_FILENO) }
  }

  static func write(_ text: StaticString, to descriptor: Int32) {
    write(text.utf8Start, count: text.utf8CodeUnitCount, to: descriptor)
  }

  private static func write(_ bytes: UnsafeRawPointer, count: Int, to descriptor: Int32) {
    var done = 0
    var attemptsLeft = 20
    while done < count, attemptsLeft > 0 {
      let written = Glibc.write(descriptor, bytes + done, count - done)
      if written > 0 {
        done += written
      } else if errno == EAGAIN {
        // Non-blocking: wait two seconds in all at most.
        attemptsLeft -= 1
        var descriptor = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&descriptor, 1, 100)
      } else if errno != EINTR {
        return
      }
    }
  }

  static func wake(_ reason: UInt8) {
    var reason = reason
    _ = Glibc.write(state.pointee.wake, &reason, 1)
  }

  // MARK: Handlers

  /// For a signal that ends the program: restores the terminal, then lets the previous action run.
  static let onEnd:
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
      -> Void = { signal, info, _ in
        let savedErrno = errno
        leave()
        _ = sigaction(signal, previous + Int(signal), nil)
        // A real fault recurs on return, with the registers that a backtrace needs.
        let isFault =
          signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
        if !isFault || (info?.pointee.si_code ?? 0) <= 0 { _ = raise(signal) }
        errno = savedErrno
      }

  /// Ctrl-Z: restores the terminal, stops, and returns to full screen when the shell resumes us.
  static let onStop: @convention(c) (Int32) -> Void = { signal in
    let savedErrno = errno
    leave()
    _ = sigaction(signal, previous + Int(signal), nil)
    var mask = sigset_t()
    _ = sigemptyset(&mask)
    _ = sigaddset(&mask, signal)
    _ = raise(signal)
    _ = pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    // The program stops here, and resumes here.
    _ = pthread_sigmask(SIG_BLOCK, &mask, nil)
    _ = sigaction(signal, ownStop, nil)
    if !isOn.load(ordering: .sequentiallyConsistent) { resume() }
    errno = savedErrno
  }

  /// SIGCONT: the program resumes, perhaps after SIGSTOP, which cannot be caught.
  static let onContinue: @convention(c) (Int32) -> Void = { _ in
    let savedErrno = errno
    resume()
    errno = savedErrno
  }

  /// SIGWINCH: the window was resized.
  static let onResize: @convention(c) (Int32) -> Void = { _ in
    let savedErrno = errno
    wake(TerminalEvents.resized.rawValue)
    errno = savedErrno
  }

  private static func resume() {
    guard isWanted.load(ordering: .sequentiallyConsistent) else { return }
    // In the background, SIGTTOU stops the program until it owns the terminal.
    var mask = sigset_t()
    var maskBefore = sigset_t()
    _ = sigemptyset(&mask)
    _ = sigaddset(&mask, SIGTTOU)
    _ = pthread_sigmask(SIG_UNBLOCK, &mask, &maskBefore)
    enter()
    _ = pthread_sigmask(SIG_SETMASK, &maskBefore, nil)
    wake(TerminalEvents.resumed.rawValue)
  }
}
