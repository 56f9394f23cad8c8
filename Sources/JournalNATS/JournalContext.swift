// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Journal

/// The state shared by the parts of a journal: the connection, the names, and whether writing has
/// stopped.
///
/// Used on the loop only.
final class JournalContext {
  let connection: LoopConnection
  let names: WorldNames
  let node: NodeID
  private var marks: StreamMarks
  /// The streams that are about to be looked at again.
  private var doubted: Set<String> = []
  /// How often there has been a connection, or none any more.
  private(set) var connections = 0
  /// How long the code and the log of a closed room are kept: the world's, as it was read last.
  var rest: Duration
  /// Why nothing is written any more; nil as long as it is.
  private(set) var regression: String?
  /// Until when a room or session that is not there may still be written back by another node.
  private var settlesAt: ContinuousClock.Instant?
  /// Called when writing stops, with the reason, and with nil when it goes on.
  var onRegression: (String?) -> Void = { _ in }

  init(
    connection: NATSConnection, names: WorldNames, node: NodeID, marks: StreamMarks,
    rest: Duration
  ) {
    self.rest = rest
    self.connection = LoopConnection(connection: connection)
    self.names = names
    self.node = node
    self.marks = marks
  }

  /// The streams of the world, by name.
  var streams: [String] { marks.streams }

  /// Whether everything that is awaited fails from now on.
  var hasStopped: Bool { regression != nil }

  /// How long the other nodes have to write back what they remember, once this one has.
  static let settlingTime = Duration.seconds(30)

  /// Whether another node may be about to write back what is not there now.
  var isSettling: Bool { settlesAt.map { .now < $0 } ?? false }

  /// What was lost is written back: writing goes on, in streams that have what `marks` say.
  func resume(_ marks: StreamMarks, rest: Duration) {
    precondition(hasStopped, "A journal goes on after it has stopped.")
    self.marks = marks
    self.rest = rest
    regression = nil
    settlesAt = .now + Self.settlingTime
    onRegression(nil)
  }

  /// There is a connection, or none any more.
  func noteConnection() { connections += 1 }

  /// A message of a stream was seen.
  func note(_ sequence: UInt64, of stream: String) { marks.note(sequence, of: stream) }

  /// A message was stored behind another one; whether that can be.
  func store(_ sequence: UInt64, behind former: UInt64, of stream: String) -> Bool {
    if let sentence = marks.store(sequence, behind: former, of: stream) { stop(sentence) }
    return !hasStopped
  }

  /// Looks whether a stream has less than before.
  func lookAtStreams() {
    for stream in marks.streams { look(at: stream) }
  }

  private func look(at stream: String) {
    guard !hasStopped else { return }
    connection.state(of: stream) { [self] found in
      let state: StreamState?
      switch found {
      case .success(let found): state = found
      case .failure(.refused(let refusal)) where refusal.code == StreamRefusal.noStream: state = nil
      case .failure: return
      }
      switch marks.look(at: stream, state, now: .now) {
      case .whole: return
      case .doubtful:
        guard doubted.insert(stream).inserted else { return }
        connection.call(after: StreamMarks.pause) { [self] in
          doubted.remove(stream)
          look(at: stream)
        }
      case .less(let sentence): stop(sentence)
      }
    }
  }

  /// Pause before something that has failed is tried again.
  static let pause = Duration.milliseconds(250)

  private func stop(_ sentence: String) {
    guard !hasStopped else { return }
    regression = sentence
    onRegression(sentence)
  }
}
