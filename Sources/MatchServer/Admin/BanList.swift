// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal

/// All bans, indexed by target: a fold over the journal's changes.
struct BanList: Sendable {
  /// Maximum number of bans.
  static let limit = 10_000

  private var bans: [BanTarget: Ban] = [:]
  /// Prefix lengths among the address bans, longest first: a lookup tries each.
  private var prefixes: [Int] = []

  /// A list of the given bans.
  init(_ bans: [Ban] = []) {
    for ban in bans { self.bans[ban.target] = ban }
    note()
  }

  /// Number of bans, including expired ones that are not pruned yet.
  var count: Int { bans.count }

  /// Sets a target's ban, replacing a former one, or lifts it.
  mutating func fold(_ change: BanChange) {
    switch change {
    case .set(let ban): bans[ban.target] = ban
    case .lift(let target): bans[target] = nil
    }
    note()
  }

  /// Removes expired bans.
  mutating func prune(at now: ServerTime) {
    bans = bans.filter { !$0.value.isOver(at: now) }
    note()
  }

  /// Whether exactly this target is banned.
  func has(_ target: BanTarget, at now: ServerTime) -> Bool {
    bans[target].map { !$0.isOver(at: now) } ?? false
  }

  /// The ban of a proven player; nil for none.
  func ban(ofPlayer id: String?, at now: ServerTime) -> Ban? {
    live(id.flatMap { bans[.key($0)] }, at: now)
  }

  /// The narrowest ban that covers an address, in O(distinct prefix lengths); nil for none.
  func ban(ofHost host: String?, at now: ServerTime) -> Ban? {
    guard !prefixes.isEmpty, let bytes = host.flatMap(AddressRange.bytes(of:)) else { return nil }
    for prefix in prefixes where prefix <= bytes.count * 8 {
      let ban = bans[.address(AddressRange(bytes, prefix: prefix))]
      if let ban = live(ban, at: now) { return ban }
    }
    return nil
  }

  /// The ban of a wider block that includes the target; nil for none.
  func ban(around target: BanTarget, at now: ServerTime) -> Ban? {
    guard case .address(let range) = target else { return nil }
    for prefix in prefixes where prefix < range.prefix {
      let ban = bans[.address(AddressRange(range.bytes, prefix: prefix))]
      if let ban = live(ban, at: now) { return ban }
    }
    return nil
  }

  /// All bans in force, oldest first.
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
    assert(prefixes.allSatisfy { (1...128).contains($0) }, "No ban covers every address.")
  }
}
