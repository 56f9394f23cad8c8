// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// A command `NAME FILE` that checks a file of vectors and tells what it saw.
struct VectorProgram: Sendable {
  /// The most that is read of a file.
  static let longest = 64 << 20

  /// What the command is called.
  var name: String
  /// What a file of its vectors is, to go on after "name ".
  var form: String
  /// Checks a file's text; throws what the text is instead of such a file.
  var check: @Sendable (_ text: String) throws(VectorFault) -> VectorReport

  /// Checks the file named by the only one of `arguments`.
  ///
  /// - Parameters:
  ///   - arguments: what stands behind the command's name.
  ///   - say: gets each line: rows that failed, what was skipped, and last the counts.
  /// - Returns: the process's status: 0 if all rows passed, 1 if one failed, 2 if nothing was run.
  func run(arguments: [String], say: (String) -> Void) -> Int32 {
    guard arguments.count == 1 else {
      say("Name one file of vectors: \(name) FILE.")
      return 2
    }
    let file = arguments[0]
    do throws(VectorFault) {
      let report = try check(try Self.contents(of: file))
      for failure in report.failures { say(failure) }
      for sentence in report.skipped { say("skipped: \(sentence)") }
      say(report.summary)
      return report.failures.isEmpty ? 0 : 1
    } catch {
      say("\(file) \(error); name \(form).")
      return 2
    }
  }

  private static func contents(of path: String) throws(VectorFault) -> String {
    guard let file = fopen(path, "r") else {
      throw VectorFault("cannot be read (\(String(cString: strerror(errno))))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk[..<count]
      guard bytes.count <= longest else {
        throw VectorFault("is longer than \(longest >> 20) MiB")
      }
    }
    guard ferror(file) == 0 else {
      throw VectorFault("cannot be read (\(String(cString: strerror(errno))))")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
