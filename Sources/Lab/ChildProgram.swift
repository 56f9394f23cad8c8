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
  ///   - processor: the only processor it may run on, by `taskset` of util-linux; nil for any.
  /// - Throws: `ValidationError` if it is missing or cannot be run.
  init(
    _ name: String, _ arguments: [String], output: Int32? = nil, onlyOn processor: Int? = nil
  ) throws {
    let pinning = processor.map { ["taskset", "-c", "\($0)"] } ?? []
    let words = pinning + [Self.path(beside: name)] + arguments
    guard let child = ChildProgram(words, output: output) else {
      throw ValidationError("\(name) is not beside this program: build it first.")
    }
    self = child
  }

  /// Starts a program (the first of `words`) with its arguments; nil if it cannot be run.
  init?(_ words: [String], output: Int32?) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    defer { arguments.forEach { free($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var process = pid_t()
    guard posix_spawnp(&process, words[0], &actions, nil, arguments, environ) == 0 else {
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
