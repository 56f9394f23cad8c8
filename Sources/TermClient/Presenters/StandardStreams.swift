// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Glibc
import TerminalUI
import Wire

/// Standard output or standard error, unbuffered.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Writes a sentence that may contain a server's text, sanitised.
  func say(_ sentence: String) {
    put(sentence.harmless(limit: 1000))
  }

  /// Writes a line of JSON that may contain a server's text, with unprintable characters escaped.
  func put(json line: String) {
    put(line.printableJSON)
  }

  /// Writes a line; drops it if the stream is closed.
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
