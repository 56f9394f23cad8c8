// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import LibWebSockets
import Protocol

/// Why a connection is refused.
package enum Overload: Hashable, Sendable {
  /// The server has reached its connection limit.
  case serverFull
  /// The address has reached its connection limit.
  case addressFull
  /// The address connects too often.
  case tooOften
}

/// Admission of connections, of new rooms and of attempts at room codes: limits per address and per
/// process, and bans.
///
/// Knows every connection by its address alone. All its answers are O(1) in the number of
/// connections, except for a change of the limits and for a ban.
struct Admission: Sendable {
  /// What is known of the other end of a connection.
  private struct Peer: Sendable {
    /// The key for per-address limits; nil if it is not limited.
    let address: String?
    /// The address itself; nil if unknown.
    let host: String?
    /// The key under which the address limiter counts it.
    var page: String?
    /// When it last tried an unknown room code; nil for never.
    var guessedAt: Duration?
  }

  private var peers: [ServerConnectionID: Peer] = [:]
  private var limits: ProcessLimits
  /// Rate limits per address; nil if addresses are not limited.
  private var addresses: AddressRateLimiter?
  private var wrongCodes: TokenBucket
  private var bans = BanList()
  /// Ban changes the journal has not answered yet, with the connections each has closed.
  private var banChanges: [AdminRequestID: (change: BanChange, closed: Int)] = [:]

  init(_ limits: ServerLimits) {
    self.limits = limits.process
    addresses = limits.address.map(AddressRateLimiter.init)
    wrongCodes = TokenBucket(limits.process.wrongCodes)
  }

  /// The number of open connections.
  var connectionCount: Int { peers.count }

  /// The address of a connection's peer; nil if unknown.
  func host(of connection: ServerConnectionID) -> String? { peers[connection]?.host }

  // MARK: Connecting

  /// Counts a socket, or what it turned out to be for; the reason to refuse it, nil to accept.
  mutating func connecting(
    from address: String?, as thing: AddressRateLimiter.Thing, now: ServerTime
  ) -> Overload? {
    guard let address, addresses != nil else { return nil }
    let isInTime = addresses?.take(thing, of: address, at: now.sinceEpoch)
    return isInTime == false ? .tooOften : nil
  }

  /// Why the server or an address may not have another connection; nil if it may.
  func admitting(_ address: String?) -> Overload? {
    guard peers.count < limits.connections else { return .serverFull }
    guard let address, let addresses else { return nil }
    return addresses.mayConnect(address) ? nil : .addressFull
  }

  /// Counts an accepted connection.
  mutating func opened(
    _ connection: ServerConnectionID, from address: String?, host: String?, now: ServerTime
  ) {
    precondition(
      peers[connection] == nil, "Connection \(connection.rawValue) was opened twice.")
    let page = address.flatMap { addresses?.connected($0, at: now.sinceEpoch) }
    peers[connection] = Peer(address: address, host: host, page: page)
  }

  /// Counts the end of a connection.
  mutating func closed(_ connection: ServerConnectionID) {
    guard let page = peers.removeValue(forKey: connection)?.page else { return }
    addresses?.disconnected(page)
  }

  /// Applies new limits; existing use above a limit stays.
  mutating func configure(_ limits: ServerLimits, now: ServerTime) {
    self.limits = limits.process
    wrongCodes.keep(to: limits.process.wrongCodes, at: now.sinceEpoch)
    guard let bounds = limits.address else {
      addresses = nil
      for connection in peers.keys { peers[connection]?.page = nil }
      return
    }
    guard addresses == nil else {
      addresses?.keep(to: bounds, at: now.sinceEpoch)
      return
    }
    // Existing connections are counted from now on.
    addresses = AddressRateLimiter(bounds)
    assert(
      peers.values.allSatisfy { $0.page == nil },
      "No connection is counted by a limiter that is gone.")
    for connection in peers.keys.sorted() {
      let address = peers[connection]?.address
      peers[connection]?.page = address.flatMap { addresses?.connected($0, at: now.sinceEpoch) }
    }
  }

  // MARK: Opening rooms, and trying codes

  /// Why a connection may not open another room; nil if it may.
  mutating func roomRefusal(
    over connection: ServerConnectionID, rooms: Int, now: ServerTime
  ) -> Refusal? {
    guard rooms < limits.rooms else { return Refusal(.roomTooMany) }
    let address = peers[connection]?.address
    let mayOpen = address.flatMap { addresses?.take(.room, of: $0, at: now.sinceEpoch) } ?? true
    return mayOpen ? nil : Refusal(.limitRooms)
  }

  /// Why a connection may not try a room code; nil if it may.
  ///
  /// The global bucket only binds peers that guessed wrong within the last minute; otherwise a few
  /// guessers would lock out everyone with a valid code. Peers are identified by address, or by
  /// connection if addresses are not limited.
  mutating func codeRefusal(over connection: ServerConnectionID, now: ServerTime) -> Refusal? {
    let moment = now.sinceEpoch
    let hasGuessed: Bool
    if let address = peers[connection]?.address, addresses != nil {
      guard addresses?.may(.wrongCode, address, at: moment) == true else {
        return Refusal(.limitWrongCodes)
      }
      hasGuessed = addresses?.hasGuessed(address, at: moment) == true
    } else {
      hasGuessed =
        peers[connection]?.guessedAt.map { moment < $0 + AddressRateLimiter.guessMemory } ?? false
    }
    return !hasGuessed || wrongCodes.holds(at: moment) ? nil : Refusal(.limitWrongCodes)
  }

  /// Counts an unknown room code.
  mutating func countWrongCode(over connection: ServerConnectionID, now: ServerTime) {
    let moment = now.sinceEpoch
    _ = wrongCodes.take(at: moment)
    peers[connection]?.guessedAt = moment
    if let address = peers[connection]?.address { addresses?.guessed(address, at: moment) }
  }

  // MARK: Bans

  /// The bans in force, oldest first.
  func bans(at now: ServerTime) -> [Ban] { bans.all(at: now) }

  /// The ban that covers an address; nil for none.
  func ban(ofHost host: String?, at now: ServerTime) -> Ban? { bans.ban(ofHost: host, at: now) }

  /// The ban of a proven player; nil for none.
  func ban(ofPlayer id: String?, at now: ServerTime) -> Ban? { bans.ban(ofPlayer: id, at: now) }

  /// Restores the bans of a journal.
  mutating func restore(_ bans: [Ban], now: ServerTime) {
    self.bans = BanList(bans.filter { !$0.isOver(at: now) })
  }

  /// Holds a ban change until the journal has answered.
  ///
  /// - Throws: a refusal if there are too many bans, or there is no such ban to lift.
  mutating func hold(
    _ change: BanChange, id: AdminRequestID, now: ServerTime
  ) throws(AdminRefusal) {
    bans.prune(at: now)
    switch change {
    case .set(let ban):
      guard bans.has(ban.target, at: now) || bans.count + banChanges.count < BanList.limit else {
        throw AdminRefusal(
          .tooMany,
          "There are already \(BanList.limit) bans, the maximum: lift some first, or ban a block "
            + "of addresses.")
      }
    case .lift(let target):
      guard bans.has(target, at: now) else {
        let remedy = bans.ban(around: target, at: now).map {
          "lift the ban of \($0.target.words), which includes it."
        }
        throw AdminRefusal(
          .unknownBan,
          "There is no ban of \(target.words): "
            + (remedy ?? "name it as facedown-server admin bans lists it."))
      }
    }
    assert(banChanges[id] == nil, "An admin request has one ban change.")
    banChanges[id] = (change, 0)
  }

  /// Applies a ban change that is stored.
  mutating func fold(_ change: BanChange) { bans.fold(change) }

  /// Counts connections that a change has closed, for the answer to the operator who asked for it.
  mutating func count(_ connections: Int, closedBy change: BanChange) {
    for (id, held) in banChanges where held.change == change {
      banChanges[id]?.closed += connections
    }
  }

  /// Releases a held ban change, which the journal has answered.
  ///
  /// - Returns: the change, and how many connections it has closed; nil if no change is held under
  ///   this id.
  mutating func settle(_ id: AdminRequestID) -> (change: BanChange, closed: Int)? {
    banChanges.removeValue(forKey: id)
  }
}

extension ServerTime {
  /// Time since the epoch, as token buckets need it.
  var sinceEpoch: Duration { self - .zero }
}
