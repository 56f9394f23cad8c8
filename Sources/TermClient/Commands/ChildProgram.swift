// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Glibc

/// A child process; without pipes of its own, it has this program's terminal.
package struct ChildProgram: Sendable {
  /// The process id.
  package let process: pid_t

  /// Starts a program; nil if it cannot be run.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - input: its standard input; nil for ours.
  ///   - output: its standard output; nil for ours.
  ///   - errors: its standard error; nil for ours.
  package init?(
    _ words: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil
  ) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, standard) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
    ] {
      if let own { posix_spawn_file_actions_adddup2(&actions, own, standard) }
    }
    // A child inherits the blocked signals of the thread that starts it, and Dispatch's block all.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    guard posix_spawnp(&process, words[0], &actions, &attributes, arguments, environ) == 0 else {
      return nil
    }
    self.process = process
  }

  /// The path of the program `name` in this program's folder.
  package static func path(beside name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = max(readlink("/proc/self/exe", &buffer, buffer.count), 0)
    let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/" + name
  }

  /// Waits for its end, and returns its exit status, or a shell's for a signal; only once.
  func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Its exit status once it has ended, returned only once; nil while it runs.
  package func endedStatus() -> Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == 0 ? nil : status
  }
}
