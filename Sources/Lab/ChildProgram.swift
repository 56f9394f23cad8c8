// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import TermClient

extension ChildProgram {
  /// Starts a program of ours from this program's folder.
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

  /// Starts a program on one processor by `taskset` of util-linux, or on any; nil if it cannot be
  /// run.
  init?(_ words: [String], output: Int32?, onlyOn processor: Int?) {
    self.init((processor.map { ["taskset", "-c", "\($0)"] } ?? []) + words, output: output)
  }
}
