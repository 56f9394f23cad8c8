// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Whom a ban keeps out.
public enum BanTarget: Hashable, Sendable, CustomStringConvertible {
  /// Who has proven the key that this is the player's id of.
  case key(String)
  /// Whoever connects from there.
  case address(AddressRange)

  /// A target as the journal has it; nil when it is none.
  init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "key" where Self.isPlayerID(String(parts[1])): self = .key(String(parts[1]))
    case "address":
      guard let range = AddressRange(String(parts[1])) else { return nil }
      self = .address(range)
    default: return nil
    }
  }

  /// Whether a text could be a player's id, as `KeyProof` writes it.
  static func isPlayerID(_ text: String) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (97...122).contains($0) || (50...55).contains($0) }
  }

  /// Who, in a sentence.
  var words: String {
    switch self {
    case .key(let id): "the key \(id)"
    case .address(let range): "\(range)"
    }
  }

  /// `key:` or `address:` and the key's id or the block.
  public var description: String {
    switch self {
    case .key(let id): "key:\(id)"
    case .address(let range): "address:\(range)"
    }
  }
}

/// Somebody is not let in.
public struct Ban: Hashable, Sendable {
  /// The longest reason, in characters.
  static let longestReason = 200

  /// Who.
  public var target: BanTarget
  /// Since when.
  public var since: ServerTime
  /// Until when; nil for as long as it is not lifted.
  public var until: ServerTime?
  /// Why, for those it keeps out; empty for no word.
  public var reason: String

  /// A ban with all its parts.
  public init(target: BanTarget, since: ServerTime, until: ServerTime?, reason: String) {
    self.target = target
    self.since = since
    self.until = until
    self.reason = reason
  }

  /// Whether it keeps anybody out at `now`.
  func isOver(at now: ServerTime) -> Bool { until.map { $0 <= now } ?? false }

  /// What it keeps out is told.
  var sentence: String { "You are banned from this server\(reason.isEmpty ? "." : ": \(reason)")" }
}
