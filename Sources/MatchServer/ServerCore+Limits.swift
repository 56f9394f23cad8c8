// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import LibWebSockets
import Lobby
import Protocol

// Admission and rate limits.

/// Why a connection is refused.
package enum Overload: Hashable, Sendable {
  /// The server has reached its connection limit.
  case serverFull
  /// The address has reached its connection limit.
  case addressFull
  /// The address connects too often.
  case tooOften
}

extension ServerCore {
  /// Counts a connection attempt of an address, before it costs anything.
  ///
  /// - Parameters:
  ///   - address: the limiter's key; nil if not limited.
  ///   - now: when it connects.
  /// - Returns: the reason to refuse it; nil to accept.
  package mutating func connecting(from address: String?, now: ServerTime) -> Overload? {
    guard let address, addresses != nil else { return nil }
    let isInTime = addresses?.take(.newConnection, of: address, at: now.sinceEpoch)
    return isInTime == false ? .tooOften : nil
  }

  /// Checks the connection limits of the server and of an address.
  ///
  /// - Parameter address: the limiter's key; nil if not limited.
  /// - Returns: the reason to refuse it; nil to accept.
  package func admitting(_ address: String?) -> Overload? {
    guard connections.count < limits.process.connections else { return .serverFull }
    guard let address, let addresses else { return nil }
    return addresses.mayConnect(address) ? nil : .addressFull
  }

  /// Refuses a request without using up its number.
  mutating func refuse(
    _ message: ClientMessage, over connection: ServerConnectionID, _ refusal: Refusal,
    _ out: inout Outbox
  ) {
    send(.refused(id: message.requestID, refusal), to: [connection], &out)
  }

  /// Closes a connection that kept exceeding its rate.
  mutating func closeTooFast(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .limitTooFast, reason: "Too many messages: keep to the limits in welcome.",
      closeCode: 1008, retryAfter: .seconds(10), &out)
  }

  /// Why a request is refused before it reaches the lobby; nil if it is not.
  mutating func overload(
    _ request: Request, over connection: ServerConnectionID, now: ServerTime
  ) -> (refusal: Refusal, isLast: Bool)? {
    let moment = now.sinceEpoch
    let address = connections[connection]?.address
    switch request {
    case .intent:
      switch connections[connection]?.pace.intent(at: moment) ?? .heard {
      case .heard: return nil
      case .refused: return (Refusal(.limitTooFast), false)
      case .tooMuch: return (Refusal(.limitTooFast), true)
      }
    case .quickMatch(let mode, let seats, let isRated):
      let opens = connections[connection]?.session.map {
        directory.opensRoom(for: $0, mode, seats: seats, isRated: isRated, now: now)
      }
      return opens == true ? roomOverload(address, at: moment) : nil
    case .createRoom: return roomOverload(address, at: moment)
    case .joinRoom(let join):
      // A code for one's own room is not a guess: others behind the same address must not cost a
      // player the seat.
      if let session = connections[connection]?.session, directory.isIn(join.code, session) {
        return nil
      }
      return mayTryCode(over: connection, at: moment) ? nil : (Refusal(.limitWrongCodes), false)
    case .leaveRoom: return nil
    }
  }

  /// Why an address may not open a room; nil if it may.
  private mutating func roomOverload(
    _ address: String?, at moment: Duration
  ) -> (refusal: Refusal, isLast: Bool)? {
    guard roomCount < limits.process.rooms else { return (Refusal(.roomTooMany), false) }
    let mayOpen = address.flatMap { addresses?.take(.room, of: $0, at: moment) } ?? true
    return mayOpen ? nil : (Refusal(.limitRooms), false)
  }

  /// Whether a connection may try a room code.
  ///
  /// The global bucket only binds peers that guessed wrong within the last minute; otherwise a few
  /// guessers would lock out everyone with a valid code. Peers are identified by address, or by
  /// connection if addresses are not limited.
  private mutating func mayTryCode(over connection: ServerConnectionID, at moment: Duration) -> Bool
  {
    let hasGuessed: Bool
    if let address = connections[connection]?.address, addresses != nil {
      guard addresses?.may(.wrongCode, address, at: moment) == true else { return false }
      hasGuessed = addresses?.hasGuessed(address, at: moment) == true
    } else {
      hasGuessed =
        connections[connection]?.guessedAt.map { moment < $0 + AddressRateLimiter.guessMemory }
        ?? false
    }
    return !hasGuessed || wrongCodes.holds(at: moment)
  }

  /// Counts unknown room codes among the lobby's answers.
  mutating func countWrongCodes(
    in outputs: [LobbyOutput], over connection: ServerConnectionID, now: ServerTime
  ) {
    let moment = now.sinceEpoch
    for case .refused(_, _, let refusal) in outputs where refusal.code == .roomUnknownCode {
      _ = wrongCodes.take(at: moment)
      connections[connection]?.guessedAt = moment
      if let address = connections[connection]?.address { addresses?.guessed(address, at: moment) }
    }
  }
}

extension ServerTime {
  /// Time since the epoch, as token buckets need it.
  var sinceEpoch: Duration { self - .zero }
}
