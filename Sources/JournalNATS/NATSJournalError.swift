// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import JetStream
package import Journal

/// Why a node cannot take part in a world.
package enum NATSJournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection cannot even be tried.
  case unusable(ConnectionError)
  /// The world's name has another form.
  case badName(String)
  /// No server answers; `problem` is what the client library says.
  case unreachable(servers: [String], problem: String?)
  /// The servers refuse the credentials.
  case unauthorized(system: Bool)
  /// The servers have no JetStream for this account.
  case noJetStream
  /// The servers are not to be relied on; a sentence for each reason.
  case unreliable([String])
  /// Streams are others than they have to be; a sentence for each difference.
  case differentStreams([String])
  /// The world is another one than it has to be; `problem` says in what.
  case differentWorld(name: String, problem: String)
  /// There is no such world on the servers.
  case noWorld(name: String)
  /// The world has something already.
  case notEmpty(world: String)
  /// Nodes of the world are running.
  case nodesRunning(world: String, [NodeID])
  /// Another journal was imported into the world, or this one at another time.
  case otherImport(world: String, source: String)
  /// Rooms cannot be read whole; a sentence for each.
  case damagedRooms([String])
  /// Somebody else has written to the world meanwhile.
  case disturbed(world: String)
  /// A journal file has been imported into the world in part.
  case halfImported(world: String, source: String)
  /// The servers have everything that this node remembers.
  case nothingLost(world: String)
  /// What this node remembers is being written back.
  case refilling(world: String)
  /// A stream cannot be made or read; `problem` is the servers' sentence.
  case unavailable(stream: String, problem: String)
  /// Another node has this node's name, and answers.
  case nameInUse(NodeID)

  /// A sentence with what is wrong and what to do about it.
  package var description: String {
    switch self {
    case .unusable(let error): error.description
    case .badName(let name):
      "\"\(name)\" names no world: a name has 1 to \(NodeID.longestName) of a-z, 0-9 and -."
    case .unreachable(let servers, let problem):
      "No NATS server answers at \(servers.joined(separator: ", "))"
        + "\(problem.map { " (\($0))" } ?? ""): check the addresses, and that the servers run."
    case .unauthorized(let isSystem):
      "The NATS servers refuse the credentials of \(isSystem ? "the system account" : "this node"): "
        + "check user and password, or the credentials file."
    case .noJetStream:
      "The NATS servers have no JetStream for this account: configure `jetstream: enabled` for it."
    case .unreliable(let problems): problems.joined(separator: " ")
    case .differentStreams(let differences):
      "The world's streams are not as they have to be: \(differences.joined(separator: "; ")). "
        + "Change them back, or choose another name for the world."
    case .differentWorld(let name, let problem):
      "World \(name) on these NATS servers is another one: \(problem)."
    case .noWorld(let name):
      "There is no world \(name) on these NATS servers: check --world, and the account of the "
        + "credentials."
    case .notEmpty(let world):
      "World \(world) is not empty: import into a world of a new name."
    case .nodesRunning(let world, let nodes):
      "Nodes of world \(world) are running (\(nodes.map(\.name).joined(separator: ", "))): stop them "
        + "first."
    case .otherImport(let world, let source):
      "World \(world) has the journal \(source), which is another one or of another time: import into "
        + "a world of a new name."
    case .damagedRooms(let sentences):
      "The world is not exported, because \(sentences.count) of its rooms cannot be read, the first: "
        + "\(sentences.first ?? "") Leave them out with --accept-loss."
    case .disturbed(let world):
      "Somebody else has written to world \(world) meanwhile: stop its nodes, and run this again."
    case .halfImported(let world, let source):
      "Only a part of the journal \(source) is in world \(world): run facedown-server world import "
        + "again with the same file, which goes on where it ended."
    case .nothingLost(let world):
      "Nothing is to be written back: the streams of world \(world) have what this node has seen of "
        + "them."
    case .refilling(let world):
      "World \(world) is being refilled by this node already: wait for that."
    case .unavailable(let stream, let problem):
      "Stream \(stream) cannot be used (\(problem)): check the NATS servers' disks and that more than "
        + "half of them run."
    case .nameInUse(let node):
      "Node \(node) answers under this node's name: stop it, or choose another name."
    }
  }
}
