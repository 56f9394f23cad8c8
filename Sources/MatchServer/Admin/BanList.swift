// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Everybody who is not let in.
struct BanList: Sendable {
  /// The most bans there are at a time.
  static let limit = 10_000

  private var bans: [BanTarget: Ban] = [:]
  /// The prefixes of blocks among them, the longest first: an address is looked for under each.
  private var prefixes: [Int] = []

  /// The bans that a journal has.
  init(_ bans: [Ban] = []) {
    for ban in bans { self.bans[ban.target] = ban }
    note()
  }

  /// How many there are, those among them that have passed and were not looked at since.
  var count: Int { bans.count }

  /// A target's ban, in place of the one it had.
  mutating func set(_ ban: Ban) {
    bans[ban.target] = ban
    note()
  }

  /// Ends a ban.
  mutating func lift(_ target: BanTarget) {
    bans[target] = nil
    note()
  }

  /// Forgets the bans that have passed.
  mutating func prune(at now: ServerTime) {
    bans = bans.filter { !$0.value.isOver(at: now) }
    note()
  }

  /// Whether a target is banned, under this very name.
  func has(_ target: BanTarget, at now: ServerTime) -> Bool {
    bans[target].map { !$0.isOver(at: now) } ?? false
  }

  /// The ban of a player who has proven a key; nil for none.
  func ban(ofPlayer id: String?, at now: ServerTime) -> Ban? {
    live(id.flatMap { bans[.key($0)] }, at: now)
  }

  /// The ban of an address; nil for none, and for what is no address.
  func ban(ofHost host: String?, at now: ServerTime) -> Ban? {
    guard !prefixes.isEmpty, let bytes = host.flatMap(AddressRange.bytes(of:)) else { return nil }
    for prefix in prefixes where prefix <= bytes.count * 8 {
      let ban = bans[.address(AddressRange(bytes, prefix: prefix))]
      if let ban = live(ban, at: now) { return ban }
    }
    return nil
  }

  /// The ban of a block that another one is part of; nil for none.
  func ban(around target: BanTarget, at now: ServerTime) -> Ban? {
    guard case .address(let range) = target else { return nil }
    for prefix in prefixes where prefix < range.prefix {
      let ban = bans[.address(AddressRange(range.bytes, prefix: prefix))]
      if let ban = live(ban, at: now) { return ban }
    }
    return nil
  }

  /// All that have not passed, the oldest first.
  func all(at now: ServerTime) -> [Ban] {
    bans.values.filter { !$0.isOver(at: now) }
      .sorted { ($0.since, $0.target.description) < ($1.since, $1.target.description) }
  }

  private func live(_ ban: Ban?, at now: ServerTime) -> Ban? {
    ban.flatMap { $0.isOver(at: now) ? nil : $0 }
  }

  private mutating func note() {
    let known = bans.keys.compactMap {
      if case .address(let range) = $0 { range.prefix } else { nil }
    }
    prefixes = Set(known).sorted(by: >)
  }
}
