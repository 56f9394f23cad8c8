// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What the nodes of a world ask and tell each other, beside the journal: nothing of it is stored.
///
/// Confined to the loop, like the journal.
package protocol NodeNetwork: AnyObject {
  /// Asks one run of a node, and calls back once.
  func ask(
    _ node: NodeID, _ bytes: [UInt8], within time: Duration,
    _ answer: @escaping (NodeAnswer) -> Void)

  /// Tells all other nodes something; best effort, and in order between two nodes.
  func tell(_ bytes: [UInt8])

  /// Called with what this node is asked, and what answers it; a question that nobody answers is
  /// silent for who asked.
  var onAsked: ([UInt8], _ reply: @escaping ([UInt8]) -> Void) -> Void { get set }

  /// Called with what another node tells.
  var onTold: ([UInt8]) -> Void { get set }
}

/// What became of a question to a node.
package enum NodeAnswer: Hashable, Sendable {
  /// Its answer.
  case answered([UInt8])
  /// That run of the node is not there, for certain.
  case nobody
  /// No answer came in time.
  case silent
}
