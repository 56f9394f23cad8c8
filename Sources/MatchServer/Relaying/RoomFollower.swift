// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby
package import MatchClient
package import Protocol

/// A relay's spectator in one room of the owner: what it commands its client, and what it learns.
///
/// The client reconnects and resumes by itself, and takes every entry once; so what is learned has
/// neither holes nor repeats, except where a base says that entries are missing.
package struct RoomFollower: Sendable {
  /// What one step of the client means.
  package struct Step: Hashable, Sendable {
    /// What the relay learns, in order.
    package var news: [OwnerInput.News] = []
    /// What to command the client.
    package var commands: [ClientCommand] = []
    /// Whether the room is followed no more.
    package var isOver = false
  }

  private let name: String
  private let code: RoomCode
  /// The last entry that the relay was told; nil before the first base.
  private var told: UInt64?

  /// A spectator for the relay called `name` in the room with a code.
  package init(for name: String, in code: RoomCode) {
    self.name = name
    self.code = code
  }

  /// Looks at what the client did with one input.
  ///
  /// - Parameters:
  ///   - outputs: what it has requested.
  ///   - client: the client after it.
  /// - Returns: what that means.
  package mutating func look(at outputs: [ClientOutput], of client: ClientCore) -> Step {
    var step = Step()
    for case .event(let event) in outputs where !step.isOver { note(event, client, &step) }
    return step
  }

  private mutating func note(_ event: ClientEvent, _ client: ClientCore, _ step: inout Step) {
    switch event {
    case .welcomed:
      if let version = client.welcome?.serverVersion,
        RelayPath(inVersion: version).problem(for: name) != nil
      {
        return end(.refused(Refusal(.serverRestarting)), &step)
      }
      if client.table == nil { enter(&step) }
    case .joined:
      guard let table = client.table else { return }
      if let told, table.log.base.seq <= told { return }
      step.news.append(
        .room(
          .began(RoomID(table.roomID), base: table.log.base, tail: table.log.entries)))
      told = table.log.latest.seq
    case .entry(let entry):
      guard let told, entry.seq > told else { return }
      self.told = entry.seq
      step.news.append(.room(.entry(entry)))
    case .presence:
      if let table = client.table { step.news.append(.room(.presence(table.presence))) }
    case .audience:
      if let table = client.table {
        step.news.append(.room(.audience(table.audience, relay: Self.counted)))
      }
    case .reaction(let seat, let kind):
      guard let seats = client.table?.log.latest.seats, seats.indices.contains(seat.rawValue),
        let actor = seats[seat.rawValue].actor
      else { return }
      step.news.append(.reaction(actor, kind))
    case .refused(.request(.joinRoom), let refusal): end(.refused(refusal), &step)
    case .left(let reason):
      // The owner has forgotten the session, but not necessarily the room.
      if reason == "session/unknown" { return enter(&step) }
      end(.ended(LeaveReason(rawValue: reason) ?? .gone), &step)
    case .garbled, .disconnected:
      end(told == nil ? .refused(Refusal(.serverRestarting)) : .ended(.gone), &step)
    default: break
    }
  }

  /// As how many spectators the owner counts the relay.
  ///
  /// It is told no other number: `OwnerConnections.tell` says why.
  static let counted = 1

  private func enter(_ step: inout Step) {
    step.commands.append(
      .request(.joinRoom(JoinRoom(code: code.rawValue, role: .spectator))))
  }

  private mutating func end(_ event: RelayedRoomEvent, _ step: inout Step) {
    step.news.append(.room(event))
    step.isOver = true
  }
}

extension OwnerInput {
  /// Something about one room.
  package enum News: Hashable, Sendable {
    /// What its spectators see.
    case room(RelayedRoomEvent)
    /// A member has shown a reaction.
    case reaction(ActorNumber, ReactionKind)

    /// The input for the room called `room` at the relay.
    package func input(for room: RoomID) -> OwnerInput {
      switch self {
      case .room(let event): .room(room, event)
      case .reaction(let actor, let kind): .reaction(room, actor: actor, kind)
      }
    }
  }
}
