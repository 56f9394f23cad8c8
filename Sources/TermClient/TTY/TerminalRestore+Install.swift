// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc
internal import Synchronization

// Putting the handlers in place and taking them away again; this part runs outside of them.

extension TerminalRestore {
  /// What ends a program unless it says otherwise: requests from outside, and faults of its own.
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

  /// Has SIGQUIT, which Ctrl-\ sends, end the program as the system means it to.
  ///
  /// Swift's runtime takes it for a crash and asks what to do about that. A program told to ignore
  /// the signal goes on doing so.
  static func leaveQuittingToTheSystem() {
    var present = sigaction()
    guard sigaction(SIGQUIT, nil, &present) == 0, !present.isIgnoring else { return }
    signal(SIGQUIT, SIG_DFL)
  }

  /// Puts back what was there before.
  static func uninstall() {
    for signal in installed { _ = sigaction(signal, previous + Int(signal), nil) }
  }

  private static func action(for signal: Int32, flags: Int32) -> sigaction {
    var action = sigaction()
    action.sa_flags = flags
    sigemptyset(&action.sa_mask)
    guard signal != SIGCONT else { return action }
    // Restoring happens in one go, and also in the background, where it would stop the program.
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

  /// Gives the handlers of faults a stack of their own, for the fault may be that the stack is full.
  private static func provideStack() {
    var present = stack_t()
    guard sigaltstack(nil, &present) == 0, present.ss_flags & Int32(SS_DISABLE) != 0
    else { return }
    let size = 65_536
    var stack = stack_t()
    // It serves until the program ends.
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
