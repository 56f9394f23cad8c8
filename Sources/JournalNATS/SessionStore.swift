// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import JetStream
import Journal
import Lobby
import Wire

/// The sessions: a key for each, put by revision.
///
/// What is asked of one session is done one after the other, so a read comes after what was put
/// before. Used on the loop only.
final class SessionStore {
  private enum Work {
    case put(SessionRecord, Revision?, CorrelationID, (RegistryOutcome) -> Void)
    case get((RegistryAnswer) -> Void)
    /// Deletes it, or only one revision of it.
    case forget(Revision?)
  }

  /// Pause between attempts after a refusal without another writer, at most.
  private static let longestPause = Duration.milliseconds(500)
  /// Maximum number of sessions whose highest request is known; of the others it is read.
  private static let mostSessions = 65_536
  /// How often a deletion is tried: what stays goes by its age.
  private static let mostAttempts = 3

  private let context: JournalContext
  private var waiting: [SessionID: Deque<Work>] = [:]
  /// The highest requests of sessions as they were read or written last, so that a put can keep them
  /// without reading.
  private var highest = BoundedTable<SessionID, (revision: Revision, request: RequestID)>(
    keeping: mostSessions)
  private var unloaded = UnloadedSessions()

  init(_ context: JournalContext) { self.context = context }

  /// Whether nothing is waiting.
  var isIdle: Bool { waiting.isEmpty }

  /// Reads a session, and calls back once.
  func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    add(.get(answer), to: session)
  }

  /// Puts a record in place of a revision, or of none, and calls back once.
  func put(
    _ record: SessionRecord, expecting former: Revision?, for id: CorrelationID,
    _ outcome: @escaping (RegistryOutcome) -> Void
  ) {
    if let time = record.detachedAt {
      for (session, revision) in unloaded.drop(before: time - LobbyLimits.sessionKeptFor) {
        add(.forget(revision), to: session)
      }
    }
    add(.put(record, former, id, outcome), to: record.id)
  }

  /// Forgets what stood in the stream before it was written back.
  func forgetRevisions() {
    highest.removeAll()
    unloaded = UnloadedSessions()
  }

  /// Deletes a session; best effort.
  func forget(_ session: SessionID) { add(.forget(nil), to: session) }

  // MARK: Work

  private func add(_ work: Work, to session: SessionID) {
    waiting[session, default: []].append(work)
    if waiting[session]?.count == 1 { begin(session) }
  }

  private func begin(_ session: SessionID) {
    guard let work = waiting[session]?.first else {
      waiting[session] = nil
      return
    }
    switch work {
    case .get(let answer):
      find(session) { [self] found in
        end(session)
        switch found {
        case .success(let found) where found.record != nil || !context.isSettling:
          answer(.found(found.record))
        case .success, .failure: answer(.unavailable)
        }
      }
    case .put(let record, let former, let id, let outcome):
      put(record, former, id) { [self] result in
        end(session)
        outcome(result)
      }
    case .forget(let revision):
      highest.remove(session)
      delete(session, revision, attempt: 1)
    }
  }

  /// The first work of a session is done.
  private func end(_ session: SessionID) {
    waiting[session]?.removeFirst()
    begin(session)
  }

  /// What stands under a session: its record if it has one, and the revision that a put has to expect.
  private struct Standing {
    var record: RegisteredSession?
    var revision: UInt64
  }

  private func find(
    _ session: SessionID, _ completion: @escaping (Result<Standing, StreamError>) -> Void
  ) {
    guard !context.hasStopped else { return completion(.failure(.unavailable)) }
    context.connection.get(key(session), in: context.names.sessions) { [self] found in
      completion(
        found.map { entry in
          let stored = entry?.value.flatMap { try? WorldRecord.Session($0) }
          let record = stored.map {
            RegisteredSession(
              SessionRecord(session, $0), revision: Revision(entry?.revision ?? 0))
          }
          if let record { note(record) }
          return Standing(record: record, revision: entry?.revision ?? 0)
        })
    }
  }

  private func put(
    _ record: SessionRecord, _ former: Revision?, _ id: CorrelationID,
    _ completion: @escaping (RegistryOutcome) -> Void
  ) {
    guard !context.hasStopped else { return completion(.notKept(id)) }
    guard let former else { return publish(record, nil, behind: 0, id, attempt: 1, completion) }
    if let known = highest[record.id], known.revision == former {
      var record = record
      record.highest = max(record.highest, known.request)
      return publish(record, former, behind: former.rawValue, id, attempt: 1, completion)
    }
    find(record.id) { [self] found in
      switch found {
      case .failure: completion(.notKept(id))
      case .success(let standing):
        guard let there = standing.record, there.revision == former else {
          return completion(.conflict(id, standing.record))
        }
        var record = record
        record.highest = max(record.highest, there.record.highest)
        publish(record, former, behind: former.rawValue, id, attempt: 1, completion)
      }
    }
  }

  private func publish(
    _ record: SessionRecord, _ former: Revision?, behind last: UInt64, _ id: CorrelationID,
    attempt: Int, _ completion: @escaping (RegistryOutcome) -> Void
  ) {
    let bytes = record.stored.bytes
    context.connection.put(key(record.id), in: context.names.sessions, bytes, expecting: last) {
      [self] outcome in
      switch outcome {
      case .stored(let number):
        guard context.store(number, behind: last, of: "KV_\(context.names.sessions)") else {
          return completion(.unclear(id))
        }
        let revision = Revision(number)
        note(RegisteredSession(record, revision: revision))
        unloaded.note(record, revision)
        completion(.kept(id, revision))
      case .unclear: completion(.unclear(id))
      case .refused(let refusal) where refusal.isFenced:
        find(record.id) { [self] found in
          guard case .success(let standing) = found else { return completion(.notKept(id)) }
          // Nobody has written anything else: it was forgotten, or the servers are not done yet.
          guard standing.record?.revision == former else {
            return completion(.conflict(id, standing.record))
          }
          let pause = min(.milliseconds(10) * attempt, Self.longestPause)
          context.connection.call(after: pause) { [self] in
            guard !context.hasStopped else { return completion(.notKept(id)) }
            publish(
              record, former, behind: standing.revision, id, attempt: attempt + 1, completion)
          }
        }
      case .refused, .noResponders: completion(.notKept(id))
      }
    }
  }

  private func note(_ session: RegisteredSession) {
    highest.set((session.revision, session.record.highest), for: session.record.id)
  }

  private func delete(_ session: SessionID, _ revision: Revision?, attempt: Int) {
    guard !context.hasStopped else { return end(session) }
    context.connection.delete(
      key(session), in: context.names.sessions, expecting: revision?.rawValue
    ) { [self] outcome in
      switch outcome {
      case .stored, .refused: end(session)
      case .noResponders, .unclear:
        guard attempt < Self.mostAttempts else { return end(session) }
        context.connection.call(after: JournalContext.pause) { [self] in
          delete(session, revision, attempt: attempt + 1)
        }
      }
    }
  }

  private func key(_ session: SessionID) -> String { WorldNames.token(session.rawValue) }
}

/// The sessions that this node has unloaded: whoever does not come back in time is forgotten.
struct UnloadedSessions: Sendable {
  private var sessions: Deque<(id: SessionID, revision: Revision, since: ServerTime)> = []
  private var latest: [SessionID: Revision] = [:]

  /// None.
  init() {}

  /// A session was put.
  mutating func note(_ record: SessionRecord, _ revision: Revision) {
    guard let time = record.detachedAt else {
      latest[record.id] = nil
      return
    }
    latest[record.id] = revision
    sessions.append((record.id, revision, time))
  }

  /// Removes those that were unloaded at `limit` or before, and have not been put since.
  mutating func drop(before limit: ServerTime) -> [(SessionID, Revision)] {
    var dropped: [(SessionID, Revision)] = []
    while let first = sessions.first, first.since <= limit || latest[first.id] != first.revision {
      sessions.removeFirst()
      guard latest[first.id] == first.revision else { continue }
      latest[first.id] = nil
      dropped.append((first.id, first.revision))
    }
    return dropped
  }
}
