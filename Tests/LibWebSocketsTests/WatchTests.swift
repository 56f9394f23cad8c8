// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WatchTests {
  @Test("A readable pipe is reported; its descriptor stays ours and blocking")
  func pipe() async throws {
    try await withLoop { onLoop in
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      let (input, output) = (ends[0], ends[1])
      let (stream, read) = AsyncStream.makeStream(of: String.self)
      await onLoop.run { loop in
        nonisolated(unsafe) var watch: DescriptorWatch?
        watch = loop.watch(fileDescriptor: input) {
          var bytes = [UInt8](repeating: 0, count: 100)
          let count = Glibc.read(input, &bytes, bytes.count)
          if count > 0 {
            read.yield(String(decoding: bytes[..<count], as: UTF8.self))
          } else {
            // The end of the file stays readable until the watch is cancelled.
            watch?.cancel()
            watch?.cancel()
            read.finish()
          }
        }
      }
      var texts = stream.makeAsyncIterator()
      #expect(write(output, "one", 3) == 3)
      #expect(await texts.next() == "one")
      #expect(write(output, "two", 3) == 3)
      #expect(await texts.next() == "two")
      close(output)
      #expect(await texts.next() == nil)
      let flags = fcntl(input, F_GETFL)
      #expect(flags >= 0 && flags & O_NONBLOCK == 0)
      close(input)
    }
  }

  @Test("A cancelled watch is silent while others continue")
  func cancel() async throws {
    try await withLoop { onLoop in
      var ends: [Int32] = [0, 0]
      try #require(Glibc.pipe(&ends) == 0)
      let (input, output) = (ends[0], ends[1])
      defer {
        close(input)
        close(output)
      }
      let (stream, heard) = AsyncStream.makeStream(of: String.self)
      await onLoop.run { loop in
        loop.watch(fileDescriptor: input) { heard.yield("cancelled") }.cancel()
        nonisolated(unsafe) var watch: DescriptorWatch?
        watch = loop.watch(fileDescriptor: input) {
          heard.yield("other")
          watch?.cancel()
          heard.finish()
        }
      }
      #expect(write(output, "x", 1) == 1)
      var names: [String] = []
      for await name in stream { names.append(name) }
      #expect(names == ["other"])
    }
  }
}
