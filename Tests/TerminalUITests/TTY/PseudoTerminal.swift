// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// A terminal without a window: tests read what a program wrote to it and resize it.
final class PseudoTerminal {
  /// The path by which another process finds the program's end.
  let path: String
  /// The program's end; open all the time, so that nothing written is lost.
  let program: Int32
  private let keyboard: Int32

  // Linux's TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
  private static let unlock: UInt = 0x4004_5431
  private static let askNumber: UInt = 0x8004_5430

  init(columns: UInt16 = 80, rows: UInt16 = 24) {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked): (UInt32, Int32) = (0, 0)
    guard keyboard >= 0, ioctl(keyboard, Self.unlock, &locked) == 0,
      ioctl(keyboard, Self.askNumber, &number) == 0
    else { preconditionFailure("The system has no pseudo terminals.") }
    path = "/dev/pts/\(number)"
    program = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(program)
    close(keyboard)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  /// Sends bytes to the program, as a keyboard would.
  func type(_ text: String) {
    _ = write(keyboard, text, text.utf8.count)
  }

  /// How many typed bytes are unread; in line mode, only those of complete lines.
  var unread: Int {
    var descriptor = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, 0) > 0 else { return 0 }
    var count: Int32 = 0
    _ = ioctl(program, UInt(FIONREAD), &count)
    return Int(count)
  }

  /// Everything written to the terminal since the last call.
  func output() -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(keyboard, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += buffer.prefix(count)
    }
  }

  /// The terminal's settings, as bytes to compare.
  var settings: [UInt8] {
    var settings = termios()
    _ = tcgetattr(program, &settings)
    let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
    return flags.flatMap { flag in (0..<4).map { UInt8(truncatingIfNeeded: flag >> (8 * $0)) } }
      + characters
  }
}
