// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Whatever ends or stops the program, the terminal has to be as it was. This file is the part that
// runs inside signal handlers. Nothing here allocates, locks, counts references or touches a lazily
// made global for the first time: all memory is made and filled before the handlers are installed,
// and every call is on POSIX's list of functions that are safe there.

internal import Glibc
internal import Synchronization

/// What it takes to leave and enter full screen from anywhere, and the handlers that do.
enum TerminalRestore {
  /// Plain memory, laid out before any handler can run.
  struct State {
    var input: Int32
    var output: Int32
    var savedTerminal: termios
    var rawTerminal: termios
    /// The true standard error while 2 is the log; negative while 2 is left alone.
    var standardError: Int32
    /// What is written to standard error in full screen; negative while 2 is left alone.
    var log: Int32
    /// How much of the log has been printed already.
    var logPrinted: off_t
    /// The end of the pipe that wakes the owner.
    var wake: Int32
    /// What is on beside full screen.
    var modes: TerminalModes
  }

  /// Full screen is on: the one who turns this off restores the terminal, so it happens once.
  static let isOn = Atomic(false)
  /// The terminal is as it was: who turned `isOn` off is done with restoring.
  static let isRestored = Atomic(true)
  /// The handlers are installed and full screen is wanted after a stop.
  static let isWanted = Atomic(false)
  /// Status queries that are not answered yet.
  static let awaited = Atomic(0)

  nonisolated(unsafe) static let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
  /// By signal number, what was installed before us.
  nonisolated(unsafe) static let previous =
    UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
  /// Our own handler of SIGTSTP, to install again after a stop.
  nonisolated(unsafe) static let ownStop = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
  nonisolated(unsafe) private static let scratch =
    UnsafeMutableRawPointer.allocate(byteCount: tailLimit, alignment: 16)

  static let signalCount = 65
  /// How much of the log is printed at most.
  static let tailLimit = 8192

  /// Touches the memory that handlers alone use, so that none of them is the first to.
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

  /// Restores the terminal if it is not restored yet, and prints what was said meanwhile.
  ///
  /// - Parameter isReader: whether nobody else reads the terminal's answers meanwhile.
  static func leave(isReader: Bool = false) {
    guard isOn.exchange(false, ordering: .sequentiallyConsistent) else {
      return awaitRestoring()
    }
    let output = state.pointee.output
    let modes = state.pointee.modes
    if modes.contains(.title) { write(ControlSequence.titlePop, to: output) }
    if modes.contains(.resize) { write(ControlSequence.resizeOff, to: output) }
    if modes.contains(.keyboard) { write(ControlSequence.keyboardOff, to: output) }
    if modes.contains(.mouse) { write(ControlSequence.mouseOff, to: output) }
    write(ControlSequence.leave, to: output)
    if modes.contains(.answers) {
      write(ControlSequence.statusQuery, to: output)
      awaited.add(1, ordering: .sequentiallyConsistent)
      awaitAnswers(isReader: isReader)
    }
    // Not TCSAFLUSH, which waits for output, perhaps for ever.
    _ = tcflush(state.pointee.input, TCIFLUSH)
    _ = tcsetattr(state.pointee.input, TCSANOW, &state.pointee.savedTerminal)
    if state.pointee.log >= 0 {
      _ = dup2(state.pointee.standardError, STDERR_FILENO)
      printLog()
    }
    isRestored.store(true, ordering: .sequentiallyConsistent)
  }

  /// Whoever ends the program while another thread restores the terminal lets it finish first.
  private static func awaitRestoring() {
    let start = milliseconds
    while !isRestored.load(ordering: .sequentiallyConsistent), milliseconds - start < 300 {
      _ = poll(nil, 0, 10)
    }
  }

  /// Waits until the terminal has read everything and its answers have come, so that none of them,
  /// and no report of the mouse, reaches the shell; a tenth of a second at most.
  private static func awaitAnswers(isReader: Bool) {
    let start = milliseconds
    var last: UInt8 = 0
    while awaited.load(ordering: .sequentiallyConsistent) > 0, milliseconds - start < 100 {
      var input = pollfd(fd: state.pointee.input, events: Int16(POLLIN), revents: 0)
      // Reading here could take from the owner what it waits for; it counts answers itself.
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

  /// The time on a clock that does not jump.
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
    var timeout = 20
    while done < count, timeout > 0 {
      let written = Glibc.write(descriptor, bytes + done, count - done)
      if written > 0 {
        done += written
      } else if errno == EAGAIN {
        // Somebody made it non-blocking; two seconds are all that a dying program waits.
        timeout -= 1
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

  /// A signal that ends the program: restore, then let happen what would have happened.
  static let onEnd:
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
      -> Void = { signal, info, _ in
        let savedErrno = errno
        leave()
        _ = sigaction(signal, previous + Int(signal), nil)
        // A true fault happens again on return, with the registers a backtrace wants to see.
        let isFault =
          signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE
        if !isFault || (info?.pointee.si_code ?? 0) <= 0 { _ = raise(signal) }
        errno = savedErrno
      }

  /// Ctrl-Z: restore, stop, and go on in full screen when the shell lets us.
  static let onStop: @convention(c) (Int32) -> Void = { signal in
    let savedErrno = errno
    leave()
    _ = sigaction(signal, previous + Int(signal), nil)
    var mask = sigset_t()
    _ = sigemptyset(&mask)
    _ = sigaddset(&mask, signal)
    _ = raise(signal)
    _ = pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    // Here the program stops, and from here it goes on.
    _ = pthread_sigmask(SIG_BLOCK, &mask, nil)
    _ = sigaction(signal, ownStop, nil)
    if !isOn.load(ordering: .sequentiallyConsistent) { resume() }
    errno = savedErrno
  }

  /// The program goes on, perhaps after a stop that nobody could see coming.
  static let onContinue: @convention(c) (Int32) -> Void = { _ in
    let savedErrno = errno
    resume()
    errno = savedErrno
  }

  /// The window has another size.
  static let onResize: @convention(c) (Int32) -> Void = { _ in
    let savedErrno = errno
    wake(TerminalEvents.resized.rawValue)
    errno = savedErrno
  }

  private static func resume() {
    guard isWanted.load(ordering: .sequentiallyConsistent) else { return }
    // In the background this stops the program again, until it really has the terminal.
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
