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
    /// News for the relay, in order.
    package var news: [OwnerInput.News] = []
    /// What to command the client.
    package var commands: [ClientCommand] = []
    /// Whether the room is followed no more.
    package var isOver = false
    /// Why the owner counts the relay as one spectator although it has a key; nil for no news of it.
    package var disbelief: Refusal?
  }

  /// Whether the owner believes how many watch through the relay.
  private enum Standing: Hashable, Sendable {
    /// The relay has no key, or the owner has refused what it said.
    case one
    /// It has a key, and was not refused.
    case counted
  }

  private let name: String
  private let code: RoomCode
  private var standing: Standing
  /// How many watch through the relay; nil before it has counted them.
  private var viewers: Int?
  /// The last entry that the relay received; nil before the first base.
  private var told: UInt64?

  /// A spectator for the relay called `name` in the room with a code.
  ///
  /// - Parameters:
  ///   - name: the relay's name.
  ///   - code: the room's code.
  ///   - hasKey: whether it proves a key, so that the owner may believe how many watch through it.
  package init(for name: String, in code: RoomCode, hasKey: Bool = false) {
    self.name = name
    self.code = code
    standing = hasKey ? .counted : .one
  }

  /// This many watch through the relay now: what the owner is told, and what that means here.
  package mutating func count(_ viewers: Int, of client: ClientCore) -> Step {
    precondition(viewers >= 0, "A relay has no viewers at least.")
    var step = Step()
    let isFirst = self.viewers == nil
    self.viewers = viewers
    guard standing == .counted else { return step }
    step.commands.append(.watching(viewers))
    // From now on the owner's number has them all.
    if isFirst { tellAudience(client, &step) }
    return step
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
      // The owner has forgotten it with the connection.
      if standing == .counted, let viewers { step.commands.append(.watching(viewers)) }
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
    case .audience: tellAudience(client, &step)
    case .reaction(let seat, let kind):
      guard let seat else { return step.news.append(.reaction(nil, kind)) }
      if let actor = actor(in: seat, client) { step.news.append(.reaction(actor, kind)) }
    case .pointing(let seat, let place):
      if let actor = actor(in: seat, client) { step.news.append(.pointing(actor, place: place)) }
    case .refused(.request(.joinRoom), let refusal): end(.refused(refusal), &step)
    case .refused(nil, let refusal) where refusal.code == .sessionNotRelay,
      .unproven(let refusal):
      // Said too early: it is said again once the key is proven.
      guard standing == .counted, !client.isProving else { return }
      standing = .one
      step.disbelief = refusal
      if told != nil { tellAudience(client, &step) }
    case .proven:
      guard standing == .counted, let viewers, client.isCurrent, client.table != nil else { return }
      step.commands.append(.watching(viewers))
    case .left(let reason):
      // The owner has forgotten the session, but not necessarily the room.
      if reason == "session/unknown" { return enter(&step) }
      end(.ended(LeaveReason(rawValue: reason) ?? .gone), &step)
    case .garbled, .disconnected:
      end(told == nil ? .refused(Refusal(.serverRestarting)) : .ended(.gone), &step)
    default: break
    }
  }

  /// The member in a seat.
  private func actor(in seat: SeatIndex, _ client: ClientCore) -> ActorNumber? {
    guard let seats = client.table?.log.latest.seats, seats.indices.contains(seat.rawValue) else {
      return nil
    }
    return seats[seat.rawValue].actor
  }

  /// Passes on the owner's number of spectators.
  private func tellAudience(_ client: ClientCore, _ step: inout Step) {
    guard let table = client.table else { return }
    let isWhole = standing == .counted && viewers != nil
    step.news.append(.room(.audience(table.audience, isWhole: isWhole)))
  }

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
    /// A member has shown a reaction; without a number, a viewer.
    case reaction(ActorNumber?, ReactionKind)
    /// The member whose turn it is points at a place; nil for none.
    case pointing(ActorNumber, place: Int?)

    /// The input for the room called `room` at the relay.
    package func input(for room: RoomID) -> OwnerInput {
      switch self {
      case .room(let event): .room(room, event)
      case .reaction(let actor, let kind): .reaction(room, actor: actor, kind)
      case .pointing(let actor, let place): .pointing(room, actor: actor, place: place)
      }
    }
  }
}
