// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Journal
import Lobby

/// The parts of a journal, each given the records that are for it, as a server does.
package struct JournalParts {
  /// The outcomes of one group, call by call.
  private final class Answer {
    var outcomes: [[JournalOutcome]?] = []
  }

  /// Consecutive records for the same part, which it is given in one call.
  private enum Call {
    case rooms([RoomRecord])
    case registry([RegistryRecord])
    case outages([RoomDirectory.Outage])
  }

  private let journal: any Journal
  private let disk: (any LocalJournal)?

  /// The parts of a journal, and the same if it keeps outages.
  package init(_ journal: any Journal, disk: (any LocalJournal)?) {
    (self.journal, self.disk) = (journal, disk)
  }

  /// Gives out records in their order, and calls back with all outcomes in the same order, once
  /// every part has answered.
  package func write(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    let calls = Self.calls(for: records)
    let answer = Answer()
    answer.outcomes = Array(repeating: nil, count: calls.count)
    let note = { (index: Int, outcomes: [JournalOutcome]) in
      answer.outcomes[index] = outcomes
      let all = answer.outcomes.compactMap(\.self)
      if all.count == answer.outcomes.count { outcome(all.flatMap(\.self)) }
    }
    for (index, call) in calls.enumerated() {
      switch call {
      case .rooms(let records): journal.append(records) { note(index, $0.map { .room($0) }) }
      case .registry(let records): journal.put(records) { note(index, $0.map { .registry($0) }) }
      case .outages(let outages):
        disk?.keep(outages)
        note(index, [])
      }
    }
  }

  private static func calls(for records: [JournalRecord]) -> [Call] {
    guard !records.isEmpty else { return [.rooms([])] }
    var calls: [Call] = []
    for record in records {
      switch (record, calls.last) {
      case (.room(let record), .rooms(let earlier)):
        calls[calls.count - 1] = .rooms(earlier + [record])
      case (.registry(let record), .registry(let earlier)):
        calls[calls.count - 1] = .registry(earlier + [record])
      case (.room(let record), _): calls.append(.rooms([record]))
      case (.registry(let record), _): calls.append(.registry([record]))
      case (.outages(let outages), _): calls.append(.outages(outages))
      }
    }
    return calls
  }
}
