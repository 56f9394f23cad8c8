// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Decides which moves to other nodes a client follows: a pure value.
///
/// A server that could send its clients anywhere could make them attack others, or show them a
/// forged world. Hence a client follows only to its home's host or one below it, and not often.
struct MoveRules: Sendable {
  /// The moves followed within `window`, and the connections opened ahead of time.
  static let limit = 3
  /// The time within which they count.
  static let window = Duration.seconds(10)

  /// The address that the client was started with; nil if it follows no moves.
  let home: ServerURL?
  private var followed: [LocalTime] = []
  private var anticipated: [LocalTime] = []

  /// The rules of a client that was started with this address.
  init(home: ServerURL?) {
    self.home = home
  }

  /// The node at an address that the server has sent.
  ///
  /// - Throws: `MoveProblem` if a client of this home does not follow there.
  func node(at text: String) throws(MoveProblem) -> ServerURL {
    guard let home, let node = try? ServerURL(node: text) else { throw .badAddress }
    guard node.isEncrypted == home.isEncrypted, home.isHostOrAbove(node) else { throw .otherHost }
    return node
  }

  /// Counts a move that is followed at `now`.
  ///
  /// - Throws: `MoveProblem.tooOften` if it is one too many.
  mutating func follow(at now: LocalTime) throws(MoveProblem) {
    guard Self.take(from: &followed, at: now) else { throw .tooOften }
  }

  /// Counts a connection that is opened ahead of a move at `now`.
  ///
  /// - Returns: whether it may be opened.
  mutating func anticipate(at now: LocalTime) -> Bool { Self.take(from: &anticipated, at: now) }

  private static func take(from times: inout [LocalTime], at now: LocalTime) -> Bool {
    times.removeAll { now - $0 >= window }
    guard times.count < limit else { return false }
    times.append(now)
    return true
  }
}
