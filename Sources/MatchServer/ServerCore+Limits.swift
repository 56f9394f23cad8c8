// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import LibWebSockets
import Lobby
import Protocol

// Rate limits of welcomed connections.

extension ServerCore {
  /// Counts a connection attempt of an address, before it costs anything.
  ///
  /// - Parameters:
  ///   - address: the limiter's key; nil if not limited.
  ///   - now: when it connects.
  /// - Returns: the reason to refuse it; nil to accept.
  package mutating func connecting(from address: String?, now: ServerTime) -> Overload? {
    connecting(from: address, as: .newConnection, now: now)
  }

  /// Counts a socket, or what it turned out to be for, in the same way.
  mutating func connecting(
    from address: String?, as thing: AddressRateLimiter.Thing, now: ServerTime
  ) -> Overload? {
    admission.connecting(from: address, as: thing, now: now)
  }

  /// Checks the connection limits of the server and of an address.
  ///
  /// - Parameter address: the limiter's key; nil if not limited.
  /// - Returns: the reason to refuse it; nil to accept.
  package func admitting(_ address: String?) -> Overload? { admission.admitting(address) }

  /// Refuses a request without using up its number.
  mutating func refuse(
    _ request: RequestID?, over connection: ServerConnectionID, _ refusal: Refusal,
    _ out: inout Outbox
  ) {
    send(.refused(id: request, refusal), to: [connection], &out)
  }

  /// Closes a connection that kept exceeding its rate.
  mutating func closeTooFast(_ connection: ServerConnectionID, _ out: inout Outbox) {
    close(
      connection, code: .limitTooFast, reason: "Too many messages: keep to the limits in welcome.",
      closeCode: 1008, retryAfter: .seconds(10), &out)
  }

  /// Why a request is refused before it reaches the lobby; nil if it is not.
  mutating func overload(
    _ request: RoomRequest, over connection: ServerConnectionID, now: ServerTime
  ) -> (refusal: Refusal, isLast: Bool)? {
    switch request {
    case .intent:
      guard let place = connections.index(forKey: connection) else { return nil }
      switch connections.values[place].pace.intent(at: now.sinceEpoch) {
      case .heard: return nil
      case .refused: return (Refusal(.limitTooFast), false)
      case .tooMuch: return (Refusal(.limitTooFast), true)
      }
    case .quickMatch(let quick):
      let opens = sessions.session(over: connection).map {
        directory.opensRoom(for: $0, quick, now: now)
      }
      guard opens == true else { return nil }
    case .createRoom: break
    case .joinRoom(let join):
      // A code for one's own room is not a guess: others behind the same address must not cost a
      // player the seat.
      if let session = sessions.session(over: connection),
        directory.isIn(RoomCode(join.code), session)
      {
        return nil
      }
      return admission.codeRefusal(over: connection, now: now).map { ($0, false) }
    case .leaveRoom: return nil
    }
    return admission.roomRefusal(over: connection, rooms: roomCount, now: now).map { ($0, false) }
  }

  /// Counts unknown room codes among the lobby's answers.
  mutating func countWrongCodes(
    in outputs: [LobbyOutput], over connection: ServerConnectionID, now: ServerTime
  ) {
    for case .refused(_, _, let refusal) in outputs where refusal.code == .roomUnknownCode {
      admission.countWrongCode(over: connection, now: now)
    }
  }

  /// Applies new limits.
  ///
  /// Nobody is disconnected: a connection keeps the limits of its welcome.
  mutating func configure(_ limits: ServerLimits, now: ServerTime) {
    self.limits = limits
    directory.limitRelayed(to: limits.process.rooms)
    admission.configure(limits, now: now)
  }
}
