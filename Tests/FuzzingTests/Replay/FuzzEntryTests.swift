// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Serialized, for the entries of the journal share one scratch journal.
@Suite("What reads bytes of others", .serialized, .timeLimit(.minutes(2)))
struct FuzzEntryTests {
  /// How many damaged inputs of each entry are tried; those that draw pictures or open files are dear.
  private static func rounds(_ entry: FuzzEntry) -> Int {
    switch entry {
    case .journalFile, .journalRows, .recording, .replay, .server: 40
    default: 400
    }
  }

  @Test("keeps its promises over all that was ever found", arguments: FuzzEntry.allCases)
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
    #expect(verdicts[.read, default: 0] > 0, "Nothing of it is read.")
    #expect(verdicts[.refused, default: 0] > 0, "Nothing of it is refused.")
  }

  @Test("keeps its promises when that is damaged", arguments: FuzzEntry.allCases)
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

  @Test("has its kept inputs, each within its limit, and no other file is kept")
  func complete() throws {
    #expect(try Corpus.files() == Set(FuzzEntry.allCases.map { $0.rawValue + PackedCorpus.suffix }))
    for entry in FuzzEntry.allCases {
      #expect(try Corpus.inputs(of: entry).allSatisfy { $0.bytes.count <= entry.limit })
    }
  }
}
