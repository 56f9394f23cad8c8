// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer
import Protocol

/// A server core whose journal lands at once, and whose every word is looked at.
struct FuzzedServer {
  private var server: ServerCore
  private(set) var now = ServerTime(microseconds: 1_800_000_000_000_000)
  /// Whether the journal refuses what it is given.
  var isJournalFailing = false
  /// The number of the last entry each link was sent; nil where it was sent none.
  private var last: [LinkID: UInt64] = [:]
  /// The entries each link was sent in the room it is in.
  private var sent: [LinkID: [UInt64: Entry]] = [:]
  private var open: Set<LinkID> = []
  private var shelf = ReplayShelf()

  init() {
    var limits = ServerLimits()
    // What an address may take has its own tests, and would end each run soon.
    limits.address = nil
    server = ServerCore(
      key: [UInt8](repeating: 3, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "fuzz")
  }

  /// Goes on where a journal ends.
  ///
  /// - Returns: how many rooms cannot be gone on with.
  mutating func restore(_ contents: JournalContents) throws(BrokenPromise) -> Int {
    now = max(now, contents.lastStamp)
    let (losses, outputs) = server.restore(contents, now: now)
    for loss in losses { try hold(!loss.problem.description.isEmpty, "A loss without a word.") }
    try perform(outputs)
    return losses.count
  }

  /// A peer comes; one that is here already stays.
  mutating func connect(_ link: LinkID, _ encoding: WireEncoding) throws(BrokenPromise) {
    guard open.insert(link).inserted else { return }
    last[link] = nil
    sent[link] = nil
    try feed(.opened(link, encoding))
  }

  /// A peer that is here goes.
  mutating func hangUp(_ link: LinkID) throws(BrokenPromise) {
    guard open.remove(link) != nil else { return }
    try feed(.closed(link))
  }

  /// A peer that is here says something.
  mutating func say(_ bytes: [UInt8], over link: LinkID) throws(BrokenPromise) {
    guard open.contains(link) else { return }
    try feed(.received(link, bytes, at: now))
  }

  /// Time passes; at each moment it asked for, the server core is woken.
  mutating func wait(_ duration: Duration, most: Int = 64) throws(BrokenPromise) {
    let end = now + duration
    var wakesAtOnce = 0
    for _ in 0..<most {
      guard let wake = server.nextWake, wake <= end else { break }
      // What one wake leads to may be due at once, but that comes to an end.
      wakesAtOnce = wake > now ? 0 : wakesAtOnce + 1
      try hold(wakesAtOnce < 16, "It wants to be woken again and again at \(now).")
      now = max(now, wake)
      try feed(.tick)
    }
    now = max(now, end)
  }

  private mutating func feed(_ input: ServerInput) throws(BrokenPromise) {
    try perform(server.handle(input, now: now))
  }

  /// Does what the server core wants, until it wants no more.
  private mutating func perform(_ outputs: [ServerOutput]) throws(BrokenPromise) {
    var outputs = outputs[...]
    var done = 0
    while let output = outputs.popFirst() {
      done += 1
      try hold(done < 10_000, "There is no end to what it wants.")
      switch output {
      case .send(let bytes, let encoding, let links):
        let message: ServerMessage
        do throws(WireError) {
          message = try encoding.decodeServerMessage(bytes)
        } catch {
          throw BrokenPromise("It said what nobody can read: \(error)")
        }
        for link in links { try take(message, on: link) }
      case .append(let records):
        if !isJournalFailing {
          for case .step(let step) in records { shelf.note(step) }
        }
        let outcomes = records.compactMap { $0.outcome(isThere: !isJournalFailing) }
        outputs += server.handle(.journalled(outcomes), now: now)
      case .inquire(let inquiry):
        let answer = isJournalFailing ? .unavailable : shelf.answer(inquiry)
        outputs += server.handle(.found(answer, for: inquiry), now: now)
      case .close(let link, _, let reason):
        try hold(reason.utf8.count <= 123, "A close frame has no room for: \(reason)")
        if open.remove(link) != nil { outputs += server.handle(.closed(link), now: now) }
      case .chase, .suspect, .admin, .drained: break
      }
    }
  }

  /// Every peer's log is without gaps, from what it was given to begin with.
  private mutating func take(_ message: ServerMessage, on link: LinkID) throws(BrokenPromise) {
    switch message {
    case .joined(let joined):
      // Without a base the entries go on from what the peer said it has.
      last[link] = joined.tail.last?.seq ?? joined.base?.seq
      sent[link] = Dictionary(uniqueKeysWithValues: joined.tail.map { ($0.seq, $0) })
    case .entry(let entry):
      // A request that is said again is answered again, by the same entry.
      if entry.cause != nil, let former = sent[link]?[entry.seq] {
        return try hold(former == entry, "Entry \(entry.seq) was another before.")
      }
      if let last = last[link] {
        try hold(entry.seq == last + 1, "Entry \(entry.seq) came after \(last).")
      }
      last[link] = entry.seq
      sent[link, default: [:]][entry.seq] = entry
    case .left:
      last[link] = nil
      sent[link] = nil
    case .refused(_, let refusal):
      try hold(refusal.code != .unrecognized, "A refusal without a code.")
    default: break
    }
  }
}
