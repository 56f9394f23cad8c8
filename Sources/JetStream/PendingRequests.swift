// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What became of a request.
package enum RequestOutcome: Hashable, Sendable {
  /// The answer.
  case answered(Message)
  /// Nobody has got the request, for certain: it was not sent, or nobody takes such requests.
  case noResponders
  /// No answer came in time, or the connection was cut: somebody may have got it, and may still.
  case unclear
}

/// The requests that wait for answers.
///
/// What ends requests returns the calls to make for them, which may ask again.
struct PendingRequests {
  /// The call of a request that has ended.
  typealias Ended = () -> Void

  /// How many answers end a request.
  enum Wanted {
    /// The first.
    case one
    /// So many; fewer by the deadline are not unclear.
    case atMost(Int)
  }

  private struct Entry {
    var deadline: ContinuousClock.Instant
    var wanted: Wanted
    var answers: [Message] = []
    var body: (RequestOutcome, [Message]) -> Void
  }

  private var entries: [UInt64: Entry] = [:]
  private var last: UInt64 = 0

  var isEmpty: Bool { entries.isEmpty }

  /// Whether a request still waits.
  func isPending(_ request: UInt64) -> Bool { entries[request] != nil }

  /// Adds a request; its number.
  ///
  /// `body` is to be called once, with all answers.
  mutating func add(
    _ wanted: Wanted, by deadline: ContinuousClock.Instant,
    _ body: @escaping (RequestOutcome, [Message]) -> Void
  ) -> UInt64 {
    last += 1
    entries[last] = Entry(deadline: deadline, wanted: wanted, body: body)
    return last
  }

  /// Takes an answer; one for no request is ignored.
  mutating func take(_ answer: Message, for request: UInt64) -> [Ended] {
    guard var entry = entries[request] else { return [] }
    guard answer.status != 503 else { return finish(request, .noResponders) }
    entry.answers.append(answer)
    entries[request] = entry
    switch entry.wanted {
    case .one: return finish(request, .answered(answer))
    case .atMost(let most) where entry.answers.count >= most:
      return finish(request, .answered(answer))
    case .atMost: return []
    }
  }

  /// Ends a request.
  mutating func finish(_ request: UInt64, _ outcome: RequestOutcome) -> [Ended] {
    guard let entry = entries.removeValue(forKey: request) else { return [] }
    return [{ entry.body(outcome, entry.answers) }]
  }

  /// Ends those that are due.
  mutating func expire(at now: ContinuousClock.Instant) -> [Ended] {
    finish { $0.deadline <= now }
  }

  /// Ends all, because no answer can come any more.
  mutating func cut() -> [Ended] { finish { _ in true } }

  private mutating func finish(where isOver: (Entry) -> Bool) -> [Ended] {
    let over = entries.filter { isOver($0.value) }.keys.sorted()
    return over.flatMap { finish($0, .unclear) }
  }
}
