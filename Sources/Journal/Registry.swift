// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby

/// What servers know of people whatever room they are in: sessions with their tokens, and bans.
///
/// What an outcome reports as kept or noted survives any crash. Bans are a fold of what the registry
/// reports: all changes that are stored after the contents a server restored, whoever stored them.
///
/// **Sessions are put by revision.** A put names the revision that it replaces (nil for none) and
/// lands only there; else it is refused with what stands there instead. So of two writers that have
/// read the same record one is refused, and learns what the other has written.
///
/// **After an unclear put of a new token** the writer does not know whether the record is the former
/// one or its own. It need not, if it keeps to three rules:
///
/// 1. A put for a client that presents token T names T as the former token and a new token N as the
///    newest, and stands on a record that has T. So T is in the record whether or not the put has
///    landed.
/// 2. N is sent only when its put has landed. Otherwise the client keeps using T, the only token it
///    holds; N was sent to nobody and is never presented.
/// 3. A refused put is repeated on what stands there only if that has T. The unclear put of the
///    writer itself, which has landed after all, always does.
///
/// A key proof presents no token. Its put names the newest token that its client was sent as the former
/// one, and if it is refused it is repeated only on what has that token as the newest, or a newest one
/// of the writer's own that was sent to nobody: beside another newest one the session goes on
/// elsewhere, and whoever holds that token is not to lose it.
///
/// A late landing does no harm: it expects the former revision, and so does the next put, of which
/// only one lands. Nor do two clients with one token: of two puts for T the second one finds N of
/// the first beside T and replaces it, so one newest token is left, that of the later hello; and by
/// the first use of a newest token T is gone from the record. T remains valid until then on purpose:
/// the welcome with N may have been lost.
package protocol Registry: AnyObject {
  /// Reads a session, and calls back once, possibly before it returns: as of everything that was put
  /// before, or later.
  func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void)

  /// Stores records, and calls back once with the outcomes of the awaited ones, in order; possibly
  /// before it returns.
  func put(_ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void)

  /// Called with changes to the bans once they are stored, in their order, and each before the
  /// outcome of the record that has it. Only stored changes are reported.
  var onBans: ([BanChange]) -> Void { get set }
}

/// The registry's answer to a read.
package enum RegistryAnswer: Hashable, Sendable {
  /// The session as stored; nil if none is, or none that is readable.
  case found(RegisteredSession?)
  /// The registry cannot be read now.
  case unavailable
}

/// A record for the registry.
package enum RegistryRecord: Hashable, Sendable {
  /// A session, in place of the record with this revision, or of none; its outcome is awaited.
  case session(SessionRecord, expecting: Revision?, for: CorrelationID)
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
  ///
  /// A session that is there is reported with the number after the one it expects as its revision.
  package func outcome(isThere: Bool) -> RegistryOutcome? {
    switch self {
    case .session(_, let former, let id):
      isThere ? .kept(id, Revision((former?.rawValue ?? 0) + 1)) : .notKept(id)
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
  /// The session is stored, with this revision.
  case kept(CorrelationID, Revision)
  /// The session is not stored and never will be: this stands there, not what was expected.
  case conflict(CorrelationID, RegisteredSession?)
  /// The session is not stored and never will be.
  case notKept(CorrelationID)
  /// The session may be stored, or may still be; a read tells.
  case unclear(CorrelationID)
  /// The change to the bans is stored.
  case noted(CorrelationID)
  /// The change to the bans is not stored.
  case notNoted(CorrelationID)

  /// Whether the registry could not do, or does not know, what it was asked.
  package var isFailure: Bool {
    switch self {
    case .notKept, .unclear, .notNoted: true
    case .kept, .conflict, .noted: false
    }
  }
}
