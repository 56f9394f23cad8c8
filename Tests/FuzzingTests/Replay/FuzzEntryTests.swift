// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Serialized, because the journal entries share one scratch journal.
@Suite("Parsers of untrusted bytes", .serialized, .timeLimit(.minutes(2)))
struct FuzzEntryTests {
  /// How many damaged inputs of each entry are tried; drawing pictures and opening files is slow.
  private static func rounds(_ entry: FuzzEntry) -> Int {
    switch entry {
    case .journalFile, .journalRows, .recording, .replay, .server: 40
    default: 400
    }
  }

  @Test("keep their properties on the kept corpus", arguments: FuzzEntry.allCases)
  func corpus(_ entry: FuzzEntry) async throws {
    var verdicts: [Verdict: Int] = [:]
    for (name, bytes) in try Corpus.inputs(of: entry) {
      do throws(InvariantViolation) {
        verdicts[try entry.examine(bytes), default: 0] += 1
      } catch {
        Issue.record("\(name): \(error)")
      }
      await Task.yield()
    }
    #expect(verdicts[.read, default: 0] > 0, "No input was accepted.")
    #expect(verdicts[.refused, default: 0] > 0, "No input was refused.")
  }

  @Test("keep their properties on damaged inputs", arguments: FuzzEntry.allCases)
  func damaged(_ entry: FuzzEntry) async throws {
    let inputs = try Corpus.inputs(of: entry).map(\.bytes)
    var damage = Damage(seed: 6)
    for round in 0..<Self.rounds(entry) {
      let (bytes, other) = (inputs[damage.below(inputs.count)], inputs[damage.below(inputs.count)])
      let input = damage.damaged(bytes, with: other, limit: entry.limit)
      do throws(InvariantViolation) {
        _ = try entry.examine(input)
      } catch {
        Issue.record("\(entry.rawValue), round \(round), bytes \(input): \(error)")
      }
      await Task.yield()
    }
  }

  @Test("have kept inputs within their limits, and there is no other file")
  func complete() throws {
    #expect(try Corpus.files() == Set(FuzzEntry.allCases.map { $0.rawValue + PackedCorpus.suffix }))
    for entry in FuzzEntry.allCases {
      #expect(try Corpus.inputs(of: entry).allSatisfy { $0.bytes.count <= entry.limit })
    }
  }
}
