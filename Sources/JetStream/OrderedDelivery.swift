// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What following a stream tells.
package enum FollowEvent: Hashable, Sendable {
  /// The next message.
  case message(StoredMessage)
  /// Everything has been told that the server which delivers had when following began; once.
  ///
  /// In a cluster that server may still have to learn of the last messages: they come afterwards.
  case caughtUp
}

/// The order of a consumer's messages: none is missing, none comes twice.
///
/// A consumer numbers what it sends. Where a number is missing another consumer begins behind the
/// last message that came in order.
struct OrderedDelivery {
  /// What to do about a message of the consumer.
  enum Step: Hashable {
    /// Tell it; then, if it says so, that everything has been told.
    case tell(StoredMessage, isCaughtUp: Bool)
    /// A message is missing: begin anew.
    case restart
    /// Answer, so that the server goes on sending.
    case answer(to: String)
    /// Nothing.
    case ignore
  }

  /// The first message that is still to be told.
  private(set) var next: UInt64
  /// The number of the consumer's last message.
  private var delivered: UInt64 = 0
  /// Whether everything has been told.
  private(set) var isCaughtUp = false

  /// Tells from message `first` on.
  init(from first: UInt64) { next = first }

  /// A consumer is about to begin.
  mutating func restart() { delivered = 0 }

  /// A consumer has begun; whether that is everything, because it has nothing to send.
  mutating func begin(pending: UInt64, delivered: UInt64) -> Bool {
    guard pending == 0, delivered == 0, !isCaughtUp else { return false }
    isCaughtUp = true
    return true
  }

  /// Takes what the consumer sends.
  mutating func take(_ message: Message) -> Step {
    if message.status == 100 {
      // A flow control request wants an answer; a heartbeat may say that the consumer waits for one.
      if let subject = message.reply ?? message.headers["Nats-Consumer-Stalled"] {
        return .answer(to: subject)
      }
      let last = message.headers["Nats-Last-Consumer"].flatMap { UInt64($0) }
      return last.map { $0 == delivered } ?? true ? .ignore : .restart
    }
    guard let mark = DeliveryMark(message.reply) else { return .ignore }
    guard mark.delivered == delivered + 1 else { return .restart }
    delivered = mark.delivered
    guard mark.sequence >= next else { return .ignore }
    next = mark.sequence + 1
    let isLast = !isCaughtUp && mark.pending == 0
    if isLast { isCaughtUp = true }
    return .tell(
      StoredMessage(
        subject: message.subject, sequence: mark.sequence, headers: message.headers,
        bytes: message.bytes), isCaughtUp: isLast)
  }
}

/// What the reply subject of a consumer's message says about it.
struct DeliveryMark: Hashable {
  /// Its number in the stream.
  var sequence: UInt64
  /// Its number among those of the consumer.
  var delivered: UInt64
  /// How many more there are.
  var pending: UInt64

  /// Parses `$JS.ACK.<stream>.<consumer>.<times>.<sequence>.<delivered>.<time>.<pending>`, or the
  /// longer form with domain and account in front of the stream; nil for anything else.
  init?(_ subject: String?) {
    let words = (subject ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let first = words.count == 9 ? 5 : words.count >= 11 ? 7 : nil
    guard words.starts(with: ["$JS", "ACK"]), let first, let sequence = UInt64(words[first]),
      let delivered = UInt64(words[first + 1]), let pending = UInt64(words[first + 3])
    else { return nil }
    (self.sequence, self.delivered, self.pending) = (sequence, delivered, pending)
  }
}
