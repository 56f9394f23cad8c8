// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc
internal import Synchronization

// Installing and removing the signal handlers; this part runs outside of them.

extension TerminalRestore {
  /// Signals that end a process by default: requests from outside, and its own faults.
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
    SIGSYS,
  ]
  private static let installed = ending + [SIGTSTP, SIGCONT, SIGWINCH]

  private static let atExit: Void = {
    _ = atexit { TerminalRestore.leave() }
  }()

  /// Installs the handlers; a signal the program ignores stays ignored.
  static func install() {
    _ = atExit
    provideStack()
    for signal in ending {
      var action = action(for: signal, flags: SA_SIGINFO | SA_ONSTACK)
      action.__sigaction_handler.sa_sigaction = onEnd
      install(&action, for: signal)
    }
    let simple: [(Int32, @convention(c) (Int32) -> Void)] = [
      (SIGTSTP, onStop), (SIGCONT, onContinue), (SIGWINCH, onResize),
    ]
    for (signal, handler) in simple {
      var action = action(for: signal, flags: SA_RESTART)
      action.__sigaction_handler.sa_handler = handler
      if signal == SIGTSTP { ownStop.initialize(to: action) }
      install(&action, for: signal)
    }
  }

  /// Restores the default action of SIGQUIT, which Ctrl-\ sends, unless it is ignored.
  ///
  /// Swift's runtime treats it as a crash and starts its interactive backtracer.
  package static func leaveQuittingToTheSystem() {
    var present = sigaction()
    guard sigaction(SIGQUIT, nil, &present) == 0, !present.isIgnoring else { return }
    signal(SIGQUIT, SIG_DFL)
  }

  /// Ignores SIGTSTP, which Ctrl-Z sends, before full screen begins.
  package static func ignoreStopping() {
    signal(SIGTSTP, SIG_IGN)
  }

  /// Restores the previous handlers.
  static func uninstall() {
    for signal in installed { _ = sigaction(signal, previous + Int(signal), nil) }
  }

  private static func action(for signal: Int32, flags: Int32) -> sigaction {
    var action = sigaction()
    action.sa_flags = flags
    sigemptyset(&action.sa_mask)
    guard signal != SIGCONT else { return action }
    // Restoring must not be interrupted, nor stopped by SIGTTOU in the background.
    for other in [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGTTOU] {
      sigaddset(&action.sa_mask, other)
    }
    return action
  }

  private static func install(_ action: inout sigaction, for signal: Int32) {
    let before = previous + Int(signal)
    before.initialize(to: sigaction())
    _ = sigaction(signal, &action, before)
    if before.pointee.isIgnoring { _ = sigaction(signal, before, nil) }
  }

  /// Provides an alternate signal stack, because the fault may be a stack overflow.
  private static func provideStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0
    else { return }
    let size = 65_536
    var stack = stack_t()
    // Never freed.
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    _ = sigaltstack(&stack, nil)
  }
}

extension sigaction {
  fileprivate var isIgnoring: Bool {
    guard sa_flags & SA_SIGINFO == 0, let handler = __sigaction_handler.sa_handler else {
      return false
    }
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
