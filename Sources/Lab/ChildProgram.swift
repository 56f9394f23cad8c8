// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// One of our programs from this program's folder, as a child process with the same terminal.
struct ChildProgram: Sendable {
  /// The process id.
  let process: pid_t

  /// Starts `name` with `arguments`.
  ///
  /// - Parameters:
  ///   - name: the program.
  ///   - arguments: its arguments.
  ///   - output: its standard output; nil for ours.
  /// - Throws: `ValidationError` if it is missing or cannot be run.
  init(_ name: String, _ arguments: [String], output: Int32? = nil) throws {
    guard let child = ChildProgram([Self.path(beside: name)] + arguments, output: output) else {
      throw ValidationError("\(name) is not beside this program: build it first.")
    }
    self = child
  }

  /// Starts a program; nil if it cannot be run.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - output: its standard output; nil for ours.
  ///   - processor: the only processor it may run on, by `taskset` of util-linux; nil for any.
  init?(_ words: [String], output: Int32?, onlyOn processor: Int? = nil) {
    let words = (processor.map { ["taskset", "-c", "\($0)"] } ?? []) + words
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
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
  static func path(beside name: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = max(readlink("/proc/self/exe", &buffer, buffer.count), 0)
    let own = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/" + name
  }

  /// Its exit status once it has ended, returned only once; nil while it runs.
  func endedStatus() -> Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == 0 ? nil : status
  }
}
