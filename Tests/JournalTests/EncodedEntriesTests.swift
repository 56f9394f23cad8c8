// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Testing

@Suite("Encoded entries of a step", .timeLimit(.minutes(1)))
struct EncodedEntriesTests {
  @Test("are found by their numbers, and no others are")
  func numbers() {
    let entries = EncodedEntries(firstSeq: 3, bytes: [[3], [4]])
    #expect((0...6).map { entries[$0] } == [nil, nil, nil, [3], [4], nil, nil])
    #expect(entries[.max] == nil)
    #expect(EncodedEntries(firstSeq: .max, bytes: [[1]])[.max] == [1])
    #expect(EncodedEntries(firstSeq: 1, bytes: [])[1] == nil)
  }
}
