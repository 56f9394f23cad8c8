// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Journal
package import Lobby

/// A fresh journal as the contract's cases see it.
package struct JournalUnderTest {
  /// How appends end until another fault is set.
  package enum Fault: Hashable, Sendable {
    /// They land.
    case none
    /// Nothing can be written.
    case full
    /// They land or do not, and the journal has to read what became of them.
    case unclear(landed: Bool)
  }

  /// Appends groups without waiting in between, and returns their outcomes in the order of the
  /// answers.
  package var appendAll: ([[JournalRecord]]) async throws -> [[JournalOutcome]]
  /// Reads a session.
  package var get: (SessionID) async throws -> RegistryAnswer
  /// The results and changes to the bans that have been told so far, in order; at least those of
  /// everything that was appended.
  package var told: () async throws -> JournalChanges
  /// What a server that started now would restore; nil if the journal ends with its process.
  package var contents: (() async throws -> JournalContents)?
  /// Sets a fault; nil if the journal cannot fail.
  package var fail: ((Fault) async throws -> Void)?

  /// A journal that appends in this way.
  package init(
    appendAll: @escaping ([[JournalRecord]]) async throws -> [[JournalOutcome]],
    get: @escaping (SessionID) async throws -> RegistryAnswer,
    told: @escaping () async throws -> JournalChanges,
    contents: (() async throws -> JournalContents)? = nil,
    fail: ((Fault) async throws -> Void)? = nil
  ) {
    self.appendAll = appendAll
    self.get = get
    self.told = told
    self.contents = contents
    self.fail = fail
  }

  /// A journal that calls back before its calls return, and the same if it keeps outages.
  package init(
    _ journal: any Journal, disk: (any LocalJournal)? = nil,
    contents: (() async throws -> JournalContents)? = nil,
    fail: ((Fault) async throws -> Void)? = nil
  ) {
    let parts = JournalParts(journal, disk: disk)
    let appendAll = { (groups: [[JournalRecord]]) in
      var answers: [[JournalOutcome]] = []
      for group in groups { parts.write(group) { answers.append($0) } }
      return answers
    }
    let get = { (session: SessionID) in
      var answer: RegistryAnswer?
      journal.get(session) { answer = $0 }
      guard let answer else { throw ContractViolation(description: "A read is not answered.") }
      return answer
    }
    let told = ToldChanges(of: journal)
    self.init(
      appendAll: appendAll, get: get, told: { told.changes }, contents: contents, fail: fail)
  }

  /// Appends one group.
  func append(_ records: [JournalRecord]) async throws -> [JournalOutcome] {
    let answers = try await appendAll([records])
    try expect(answers.count == 1, "A group is answered once, not \(answers.count) times.")
    let awaited = records.count { $0.isAwaited }
    try expect(
      answers[0].count == awaited,
      "\(awaited) records are awaited, and \(answers[0].count) outcomes are reported.")
    return answers[0]
  }

  /// Appends records that have to land.
  func land(_ records: JournalRecord...) async throws {
    let outcomes = try await append(records)
    for (record, outcome) in zip(records.filter(\.isAwaited), outcomes) {
      try expect(record.isThere(by: outcome), "\(record) does not land: \(outcome)")
    }
  }

  /// Appends a record that must not land.
  func refuse(_ record: JournalRecord) async throws {
    for outcome in try await append([record]) {
      try expect(!record.isThere(by: outcome), "\(record) lands: \(outcome)")
    }
  }

  /// Puts a session where a revision stands; its own revision if it lands.
  func put(
    _ record: SessionRecord, expecting revision: Revision? = nil
  ) async throws -> RegistryOutcome {
    let outcomes = try await append(
      [.session(record, expecting: revision, for: CorrelationID(1))])
    guard case .registry(let outcome)? = outcomes.first else {
      throw ContractViolation(description: "\(outcomes) is no outcome of a session.")
    }
    return outcome
  }

  /// Puts a session that has to land; its revision.
  func land(
    _ record: SessionRecord, expecting revision: Revision? = nil
  ) async throws -> Revision {
    let outcome = try await put(record, expecting: revision)
    guard case .kept(CorrelationID(1), let landed) = outcome else {
      throw ContractViolation(description: "\(record) does not land: \(outcome)")
    }
    return landed
  }

  /// A session as stored; nil if none is.
  func find(_ session: SessionID) async throws -> RegisteredSession? {
    guard case .found(let found) = try await get(session) else {
      throw ContractViolation(description: "Session \(session.rawValue) cannot be read.")
    }
    return found
  }

  /// What a server that started now would restore.
  func restored() async throws -> JournalContents {
    guard let contents else { preconditionFailure("The case does not need contents.") }
    return try await contents()
  }

  /// Sets a fault.
  func set(_ fault: Fault) async throws {
    guard let fail else { preconditionFailure("The case does not need faults.") }
    try await fail(fault)
  }
}

extension Sequence<JournalOutcome> {
  /// The outcomes without the bytes as which steps are stored: those that every journal reports.
  package var bare: [JournalOutcome] {
    map { outcome in
      if case .room(.landed(let room, _)) = outcome { .room(.landed(room)) } else { outcome }
    }
  }
}

/// The notifications of a journal, in order.
package final class ToldChanges {
  /// Everything so far.
  package private(set) var changes = JournalChanges()

  /// Listens to a journal, in place of whoever did.
  package init(of journal: any Journal) {
    journal.onResults = { [weak self] in self?.changes.results += $0 }
    journal.onBans = { [weak self] in self?.changes.bans += $0 }
  }
}

/// A promise that a journal breaks.
package struct ContractViolation: Error, Hashable, CustomStringConvertible {
  /// What is wrong.
  package var description: String
}

/// Throws `ContractViolation` unless the condition holds.
func expect(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(ContractViolation) {
  guard holds else { throw ContractViolation(description: sentence()) }
}
