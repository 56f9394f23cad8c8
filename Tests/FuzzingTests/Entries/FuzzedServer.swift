// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Lobby
import MatchServer
import Protocol
import Wire

/// A server core whose journal lands at once, with every output checked.
struct FuzzedServer {
  private var server: ServerCore
  private(set) var now = ServerTime(microseconds: 1_800_000_000_000_000)
  /// Whether the journal refuses appends.
  var isJournalFailing = false
  /// The last entry sent to each connection; nil for none.
  private var last: [ServerConnectionID: UInt64] = [:]
  /// The entries sent to each connection in its current room.
  private var sent: [ServerConnectionID: [UInt64: Entry]] = [:]
  private var open: Set<ServerConnectionID> = []
  private var replayCache = ReplayCache()
  private var registered = SessionTable()
  private var topics = TopicSubscribers()

  init() {
    var limits = ServerLimits()
    // Address limits have their own tests, and would end each run soon.
    limits.address = nil
    server = ServerCore(
      key: [UInt8](repeating: 3, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "fuzz")
  }

  /// Starts from a journal's contents.
  ///
  /// - Returns: how many rooms could not be restored.
  mutating func restore(_ contents: JournalContents) throws(InvariantViolation) -> Int {
    now = max(now, contents.lastStamp)
    let (losses, outputs) = server.restore(contents, now: now)
    for loss in losses {
      try hold(!loss.problem.description.isEmpty, "A lost room without a reason.")
    }
    try perform(outputs)
    return losses.count
  }

  /// A peer connects, unless it is connected already.
  mutating func connect(_ connection: ServerConnectionID, _ encoding: WireEncoding)
    throws(InvariantViolation)
  {
    guard open.insert(connection).inserted else { return }
    last[connection] = nil
    sent[connection] = nil
    try feed(.opened(connection, encoding))
  }

  /// A connected peer disconnects.
  mutating func hangUp(_ connection: ServerConnectionID) throws(InvariantViolation) {
    guard open.remove(connection) != nil else { return }
    try feed(.closed(connection))
  }

  /// A connected peer sends something.
  mutating func say(_ bytes: [UInt8], over connection: ServerConnectionID)
    throws(InvariantViolation)
  {
    guard open.contains(connection) else { return }
    try feed(.received(connection, bytes, at: now))
  }

  /// Time passes; the server core is woken at each requested moment.
  mutating func wait(_ duration: Duration, most: Int = 64) throws(InvariantViolation) {
    let end = now + duration
    var wakesAtOnce = 0
    for _ in 0..<most {
      guard let wake = server.nextWake, wake <= end else { break }
      // A wake-up may lead to another at once, but not endlessly.
      wakesAtOnce = wake > now ? 0 : wakesAtOnce + 1
      try hold(wakesAtOnce < 16, "It requests wake-ups without end at \(now).")
      now = max(now, wake)
      try feed(.tick)
    }
    now = max(now, end)
  }

  private mutating func feed(_ input: ServerInput) throws(InvariantViolation) {
    try perform(server.handle(input, now: now))
  }

  /// Stores what a server puts into the registry, unless the journal fails.
  private mutating func put(_ record: RegistryRecord) -> RegistryOutcome? {
    guard !isJournalFailing else { return record.outcome(isThere: false) }
    switch record {
    case .session(let session, let former, let id):
      return registered.put(session, expecting: former).map { .kept(id, $0) }
        ?? .conflict(id, registered[session.id])
    case .forgotten(let session): registered.forget(session)
    case .ban: break
    }
    return record.outcome(isThere: true)
  }

  /// Performs outputs until there are no more.
  private mutating func perform(_ outputs: [ServerOutput]) throws(InvariantViolation) {
    var outputs = outputs[...]
    var done = 0
    while let output = outputs.popFirst() {
      done += 1
      try hold(done < 10_000, "Outputs do not end.")
      guard let output = topics.resolve(output) else { continue }
      switch output {
      case .send(let bytes, let encoding, let connections):
        let message: ServerMessage
        do throws(WireError) {
          message = try encoding.decodeServerMessage(bytes)
        } catch {
          throw InvariantViolation("It sent an undecodable message: \(error)")
        }
        for connection in connections { try take(message, on: connection) }
      case .append(let records):
        if !isJournalFailing {
          for case .step(let step) in records {
            replayCache.note(step)
            if let result = step.result { outputs += server.handle(.results([result]), now: now) }
          }
        }
        let outcomes = records.compactMap { $0.outcome(isThere: !isJournalFailing) }
        outputs += server.handle(.journalled(outcomes), now: now)
      case .register(let records):
        let outcomes = records.compactMap { put($0) }
        outputs += server.handle(.registered(outcomes), now: now)
      case .fetch(let session, let id):
        let answer = isJournalFailing ? .unavailable : RegistryAnswer.found(registered[session])
        outputs += server.handle(.fetched(answer, for: id), now: now)
      case .query(let query):
        let answer = isJournalFailing ? .unavailable : replayCache.answer(query)
        outputs += server.handle(.found(answer, for: query), now: now)
      case .close(let connection, _, let reason):
        try hold(reason.utf8.count <= 123, "A close reason is too long: \(reason)")
        if open.remove(connection) != nil {
          outputs += server.handle(.closed(connection), now: now)
        }
      case .chase, .suspect, .keep, .admin, .drained, .damaged: break
      case .world: throw InvariantViolation("It asks something of a world that it is not in.")
      case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
      }
    }
  }

  /// Checks that every peer's log is without gaps from its first base on.
  private mutating func take(_ message: ServerMessage, on connection: ServerConnectionID)
    throws(InvariantViolation)
  {
    switch message {
    case .joined(let joined):
      // Without a base the entries follow what the peer said it has.
      last[connection] = joined.tail.last?.seq ?? joined.base?.seq
      sent[connection] = Dictionary(uniqueKeysWithValues: joined.tail.map { ($0.seq, $0) })
    case .entry(let entry):
      // A retried request is answered again, by the same entry.
      if entry.cause != nil, let former = sent[connection]?[entry.seq] {
        return try hold(former == entry, "Entry \(entry.seq) differs from the one sent before.")
      }
      if let last = last[connection] {
        try hold(entry.seq == last + 1, "Entry \(entry.seq) came after \(last).")
      }
      last[connection] = entry.seq
      sent[connection, default: [:]][entry.seq] = entry
    case .left:
      last[connection] = nil
      sent[connection] = nil
    case .refused(_, let refusal):
      try hold(refusal.code != .unrecognized, "A refusal without a code.")
    default: break
    }
  }
}
