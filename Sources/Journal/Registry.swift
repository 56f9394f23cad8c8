// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// What servers know of people whatever room they are in: sessions with their tokens, and bans.
///
/// What an outcome reports as kept or noted survives any crash. Bans are a fold of what the registry
/// tells: all changes that are stored after the contents a server restored, whoever stored them.
/// Sessions are read at the start, with `JournalContents`; one process writes them, so a record
/// replaces the one before without naming its revision.
package protocol Registry: AnyObject {
  /// Stores records, and calls back once with the outcomes of the awaited ones, in order; possibly
  /// before it returns.
  func put(_ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void)

  /// Called with changes to the bans once they are stored, in their order, and each before the
  /// outcome of the record that has it. What is not stored is never told.
  var onBans: ([BanChange]) -> Void { get set }
}

/// A record for the registry.
package enum RegistryRecord: Hashable, Sendable {
  /// A session in its handshake; its outcome is awaited.
  case session(SessionRecord, for: CorrelationID)
  /// A session has ended; best effort.
  case forgotten(SessionID)
  /// A ban is set or lifted; its outcome is awaited.
  case ban(BanChange, for: CorrelationID)

  /// Whether its outcome is awaited.
  package var isAwaited: Bool {
    switch self {
    case .session, .ban: true
    case .forgotten: false
    }
  }

  /// The outcome to report; nil if it is not awaited.
  package func outcome(isThere: Bool) -> RegistryOutcome? {
    switch self {
    case .session(_, let id): isThere ? .kept(id) : .notKept(id)
    case .ban(_, let id): isThere ? .noted(id) : .notNoted(id)
    case .forgotten: nil
    }
  }

  /// Whether `outcome` reports that the record is stored.
  package func isThere(by outcome: RegistryOutcome) -> Bool {
    switch (self, outcome) {
    case (.session, .kept), (.ban, .noted): true
    default: false
    }
  }
}

/// The outcome of a record for the registry.
package enum RegistryOutcome: Hashable, Sendable {
  /// The session is stored.
  case kept(CorrelationID)
  /// The session is not stored.
  case notKept(CorrelationID)
  /// The change to the bans is stored.
  case noted(CorrelationID)
  /// The change to the bans is not stored.
  case notNoted(CorrelationID)
}
