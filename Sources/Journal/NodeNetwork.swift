// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Messages between the nodes of a world, as bytes: nothing is stored, and each may be lost.
///
/// Confined to the loop, as journals are.
package protocol NodeNetwork: AnyObject {
  /// Asks a node, and calls back once, possibly before it returns.
  ///
  /// Only this very run of the node answers.
  func ask(
    _ node: NodeID, _ question: [UInt8], within time: Duration,
    _ answer: @escaping (NodeAnswer) -> Void)

  /// Tells a node something, or all others.
  func tell(_ message: [UInt8], to node: NodeID?)

  /// Called with each question from another node; the result is the answer.
  var onAsked: ([UInt8]) -> [UInt8] { get set }

  /// Called with what other nodes tell this one.
  var onTold: ([UInt8]) -> Void { get set }
}

/// What became of a question to another node.
package enum NodeAnswer: Hashable, Sendable {
  /// The node's answer.
  case answered([UInt8])
  /// Nobody listens under the node's name and run, for certain.
  case nobody
  /// No answer came in time: the node may have been asked.
  case silent
}
