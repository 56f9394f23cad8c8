// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import LibWebSockets
import Lobby
import Protocol

// Who may come in, how fast they may speak, and what of it counts against their address.

/// Why a peer is not let in.
public enum Overload: Hashable, Sendable {
  /// The server has as many connections as it may have.
  case serverFull
  /// The address has as many connections as it may have.
  case addressFull
  /// The address connects too often.
  case tooOften
}

extension ServerCore {
  /// Counts an attempt of an address to connect, before it has cost anything.
  ///
  /// - Parameters:
  ///   - address: nil for one that is not counted.
  ///   - now: when it connects.
  /// - Returns: why not to go on; nil to go on.
  public mutating func connecting(from address: String?, now: ServerTime) -> Overload? {
    guard let address, addresses != nil else { return nil }
    let isInTime = addresses?.take(.newConnection, of: address, at: now.sinceEpoch)
    return isInTime == false ? .tooOften : nil
  }

  /// Says whether there is room for one more connection of an address.
  ///
  /// - Parameter address: nil for one that is not counted.
  /// - Returns: why not to go on; nil to go on.
  public func admitting(_ address: String?) -> Overload? {
    guard links.count < limits.process.connections else { return .serverFull }
    guard let address, let addresses else { return nil }
    return addresses.mayConnect(address) ? nil : .addressFull
  }

  /// Refuses what a link asks for, which uses up no number.
  mutating func refuse(
    _ message: ClientMessage, over link: LinkID, _ refusal: Refusal, _ out: inout Outbox
  ) {
    send(.refused(id: message.requestID, refusal), to: [link], &out)
  }

  /// Ends a link that was refused again and again.
  mutating func closeTooFast(_ link: LinkID, _ out: inout Outbox) {
    close(
      link, code: .limitTooFast, reason: "Too many messages: keep to the limits in welcome.",
      closeCode: 1008, retryAfter: .seconds(10), &out)
  }

  /// Why a request is not even put to the lobby; nil if it is.
  mutating func overload(
    _ request: Request, over link: LinkID, now: ServerTime
  ) -> (refusal: Refusal, isLast: Bool)? {
    let moment = now.sinceEpoch
    let address = links[link]?.address
    switch request {
    case .intent:
      switch links[link]?.pace.intent(at: moment) ?? .heard {
      case .heard: return nil
      case .refused: return (Refusal(.limitTooFast), false)
      case .tooMuch: return (Refusal(.limitTooFast), true)
      }
    case .quickMatch(let mode, let seats, let isRated):
      let opens = links[link]?.session.map {
        directory.opensRoom(for: $0, mode, seats: seats, isRated: isRated, now: now)
      }
      return opens == true ? roomOverload(address, at: moment) : nil
    case .createRoom: return roomOverload(address, at: moment)
    case .joinRoom(let join):
      // The code of the room one is in is no guess: who guesses must not cost others their seats.
      if let session = links[link]?.session, directory.isIn(join.code, session) { return nil }
      return mayTryCode(over: link, at: moment) ? nil : (Refusal(.limitWrongCodes), false)
    case .leaveRoom: return nil
    }
  }

  /// Why no room is opened for an address; nil if one may be.
  private mutating func roomOverload(
    _ address: String?, at moment: Duration
  ) -> (refusal: Refusal, isLast: Bool)? {
    guard roomCount < limits.process.rooms else { return (Refusal(.roomTooMany), false) }
    let mayOpen = address.flatMap { addresses?.take(.room, of: $0, at: moment) } ?? true
    return mayOpen ? nil : (Refusal(.limitRooms), false)
  }

  /// Whether a code may be tried over a link.
  ///
  /// The bucket of all peers together binds only those who were wrong themselves within the last
  /// minute: otherwise a few who guess would lock out everybody who knows a code. They are told apart
  /// by address, and where that is not counted by connection.
  private mutating func mayTryCode(over link: LinkID, at moment: Duration) -> Bool {
    let hasGuessed: Bool
    if let address = links[link]?.address, addresses != nil {
      guard addresses?.may(.wrongCode, address, at: moment) == true else { return false }
      hasGuessed = addresses?.hasGuessed(address, at: moment) == true
    } else {
      hasGuessed = links[link]?.guessedAt.map { moment < $0 + AddressBook.guessMemory } ?? false
    }
    return !hasGuessed || wrongCodes.holds(at: moment)
  }

  /// Counts the wrong codes among what the lobby has answered.
  mutating func countWrongCodes(in outputs: [LobbyOutput], over link: LinkID, now: ServerTime) {
    let moment = now.sinceEpoch
    for case .refused(_, _, let refusal) in outputs where refusal.code == .roomUnknownCode {
      _ = wrongCodes.take(at: moment)
      links[link]?.guessedAt = moment
      if let address = links[link]?.address { addresses?.guessed(address, at: moment) }
    }
  }
}

extension ServerTime {
  /// The time as a length, for buckets.
  var sinceEpoch: Duration { self - .zero }
}
