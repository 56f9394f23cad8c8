// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// Where a command writes what it makes: a file, or standard output.
struct OutputFile: Hashable, Sendable {
  /// Why a file was not written.
  enum Failure: Error, Hashable {
    /// It is there, and nobody has said that it may go.
    case isThere
    /// The system does not let it be written.
    case unwritable(errno: Int32)
  }

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
  /// - Throws: why that cannot be; of a file that was begun nothing is left then.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var descriptor = STDOUT_FILENO
    if !isStandardOutput {
      descriptor = open(
        path, O_WRONLY | O_CREAT | O_CLOEXEC | (keepsOld ? O_EXCL : O_TRUNC), 0o644)
      guard descriptor >= 0 else {
        throw errno == EEXIST ? .isThere : .unwritable(errno: errno)
      }
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
        throw .unwritable(errno: problem)
      }
      rest = rest.dropFirst(count)
    }
    if !isStandardOutput { close(descriptor) }
  }

  /// Writes it whole, for a command with an option `-o`.
  ///
  /// - Throws: why that cannot be, and what to do.
  func writeForCommand(_ bytes: [UInt8]) throws(OneShotQuery.Failure) {
    do throws(Failure) {
      try write(bytes)
    } catch {
      throw OneShotQuery.Failure(sentence: sentence(error) + "choose another file with -o.")
    }
  }

  /// What was wrong, up to where it is said what else can be done.
  private func sentence(_ failure: Failure) -> String {
    switch failure {
    case .isThere: "\(name) already exists: "
    case .unwritable(let number):
      "\(name) cannot be written (\(String(cString: strerror(number)))): check its folder, or "
    }
  }
}
