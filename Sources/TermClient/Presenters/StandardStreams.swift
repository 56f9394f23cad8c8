// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol

/// One of the process's own output streams, written to without a buffer between.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a sentence that may hold words of a server's, made fit to print.
  func say(_ sentence: String) {
    put(sentence.harmless(limit: 1000))
  }

  /// Writes a line of JSON, which may hold words of a server's, with the same values in a form that is
  /// fit to print.
  func put(json line: String) {
    put(line.printableJSON)
  }

  /// Writes a line; what cannot be written because nobody reads any more is lost.
  func put(_ line: String) {
    var text = line + "\n"
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(rawValue, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
