// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Entries under construction, each decided on top of those before it.
///
/// A decision starts from a room's committed state and changes only itself; its entries are
/// journalled all or nothing. Rules are its methods: they add entries or throw a refusal.
public struct Decision: Sendable {
  /// The match as it will be once the entries have landed.
  public private(set) var match: Match
  /// The entries so far.
  public private(set) var entries: [Entry] = []
  /// The sealed record that lands with them.
  public private(set) var sealed: SealedRecord?
  /// When the request is decided and counts as made.
  public let moment: Moment
  /// The request behind it; nil for an automatic move.
  public let cause: Cause?

  /// A decision on `match` at `moment` for `cause`.
  public init(on match: Match, at moment: Moment, cause: Cause? = nil) {
    self.match = match
    self.moment = moment
    self.cause = cause
  }

  /// The view as it will be once the entries have landed.
  public var view: MatchView { match.view }

  /// Adds an entry at `time`, or at the last entry's time if later: times never decrease.
  public mutating func emit(_ event: Event, at time: ServerTime) {
    var cause = cause
    // The first request after a clock pause carries the adjustment but has not caused it.
    if case .clockAdjusted = event { cause = nil }
    let entry = Entry(
      seq: view.seq + 1, at: max(time, view.at), cause: cause, event: event)
    match.apply(entry)
    entries.append(entry)
  }

  /// Adds an entry that takes effect now.
  public mutating func emit(_ event: Event) {
    emit(event, at: moment.now)
  }

  /// Seals a record, which is journalled with the entries.
  public mutating func seal(_ record: SealedRecord) {
    precondition(sealed == nil, "One decision seals one record at most.")
    match.apply(record)
    sealed = record
  }
}
