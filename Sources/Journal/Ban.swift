// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// The target of a ban.
package enum BanTarget: Hashable, Sendable, CustomStringConvertible {
  /// The player with this id, once the key is proven.
  case key(String)
  /// Everyone who connects from these addresses.
  case address(AddressRange)

  /// Parses the journal's form; nil if invalid.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "key" where KeyProof.isPlayerID(String(parts[1])): self = .key(String(parts[1]))
    case "address":
      guard let range = AddressRange(String(parts[1])) else { return nil }
      self = .address(range)
    default: return nil
    }
  }

  /// The target in a sentence.
  package var words: String {
    switch self {
    case .key(let id): "the key \(id)"
    case .address(let range): "\(range)"
    }
  }

  /// `key:` or `address:` and the key's id or the block.
  package var description: String {
    switch self {
    case .key(let id): "key:\(id)"
    case .address(let range): "address:\(range)"
    }
  }
}

/// A ban.
package struct Ban: Hashable, Sendable {
  /// Maximum characters of a reason.
  package static let longestReason = 200

  /// The target.
  package var target: BanTarget
  /// When it was set.
  package var since: ServerTime
  /// When it ends; nil if it must be lifted.
  package var until: ServerTime?
  /// The reason shown to those it keeps out; may be empty.
  package var reason: String

  /// A ban with all its parts.
  package init(target: BanTarget, since: ServerTime, until: ServerTime?, reason: String) {
    self.target = target
    self.since = since
    self.until = until
    self.reason = reason
  }

  /// Whether it has expired at `now`.
  package func isOver(at now: ServerTime) -> Bool { until.map { $0 <= now } ?? false }

  /// The sentence shown to those it keeps out.
  package var sentence: String {
    "You are banned from this server\(reason.isEmpty ? "." : ": \(reason)")"
  }
}

/// A change to the bans.
package enum BanChange: Hashable, Sendable {
  /// Sets or replaces a ban.
  case set(Ban)
  /// Lifts a ban.
  case lift(BanTarget)
}
