// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Where a command writes what it makes: a file, or standard output.
struct OutputFile: Hashable, Sendable {
  private let path: String
  /// Whether a file that is there already is kept: nobody has said its name.
  private let keepsOld: Bool

  /// The file at `path`, `-` for standard output; without one the file called `standard`, which must
  /// not be there yet.
  init(_ path: String?, or standard: String) {
    self.path = path ?? standard
    keepsOld = path == nil
  }

  /// Whether it is standard output.
  var isStandardOutput: Bool { path == "-" && !keepsOld }

  /// What to call it in a sentence.
  var name: String { isStandardOutput ? "standard output" : path.harmless(limit: 200) }

  /// Writes it whole.
  ///
  /// - Throws: why that cannot be, in a sentence; of a file that was begun nothing is left then.
  func write(_ bytes: [UInt8]) throws(ServerQuestion.Failure) {
    var descriptor = STDOUT_FILENO
    if !isStandardOutput {
      descriptor = open(
        path, O_WRONLY | O_CREAT | O_CLOEXEC | (keepsOld ? O_EXCL : O_TRUNC), 0o644)
      guard descriptor >= 0 else { throw failure(errno) }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else {
        let problem = errno
        if !isStandardOutput {
          close(descriptor)
          unlink(path)
        }
        throw failure(problem)
      }
      rest = rest.dropFirst(count)
    }
    if !isStandardOutput { close(descriptor) }
  }

  private func failure(_ number: Int32) -> ServerQuestion.Failure {
    guard number != EEXIST else {
      return ServerQuestion.Failure(sentence: "\(name) is there already: say where to with -o.")
    }
    return ServerQuestion.Failure(
      sentence:
        "\(name) cannot be written (\(String(cString: strerror(number)))): check its folder, "
        + "or say where to with -o.")
  }
}
