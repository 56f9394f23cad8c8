// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Whether this node has the journal, measured by its own announcements.
///
/// | State | After | Meaning |
/// |---|---|---|
/// | new | the start, or a silence | Rooms are not claimed. |
/// | settled | `claimDelay` of answers | Rooms of nodes that are gone are claimed. |
/// | away | `joinLimit` without an answer | Joins are refused, and the node is not ready. |
/// | lost | `playersLimit` without an answer | Players are sent to the world: the other side of a partition may already go on. |
struct JournalReach: Sendable {
  /// How often this node announces itself.
  static let interval = Duration.seconds(1)
  /// Pause after an announcement that was not stored.
  static let retryInterval = Duration.milliseconds(250)
  /// A node that has reached the journal for less than this claims nothing: its neighbours may have
  /// been silent to it, not to each other.
  static let claimDelay = Duration.seconds(2)
  /// A silence that is longer begins a new spell.
  private static let silence = Duration.milliseconds(2500)
  /// After this, no joins are answered.
  static let joinLimit = Duration.seconds(3)
  /// After this, players are sent to the world.
  static let playersLimit = Duration.seconds(5)

  /// Since when the journal has answered without a longer silence; nil before the first answer.
  private var since: ServerTime?
  /// When it has last answered; at first, when the node began.
  private(set) var heardAt: ServerTime
  /// When the next announcement is due; nil while one is under way.
  private var announceDue: ServerTime?
  /// Whether players were sent away in this silence.
  private var hasDismissed = false

  /// The journal of a node that begins now.
  init(at now: ServerTime) {
    heardAt = now
    announceDue = now
  }

  /// Whether an announcement is due; then it is under way.
  mutating func takeAnnouncement(now: ServerTime) -> Bool {
    guard let due = announceDue, due <= now else { return false }
    announceDue = nil
    return true
  }

  /// An announcement has ended.
  mutating func announced(_ isStored: Bool, now: ServerTime) {
    announceDue = now + (isStored ? Self.interval : Self.retryInterval)
    guard isStored else { return }
    if since == nil || now - heardAt > Self.silence { since = now }
    heardAt = now
    hasDismissed = false
  }

  /// Whether rooms may be claimed.
  func mayClaim(at now: ServerTime) -> Bool {
    guard let since, now - heardAt <= Self.silence else { return false }
    return now - since >= Self.claimDelay
  }

  /// When rooms may be claimed, if nothing changes; nil while the journal is silent.
  func claimsFrom(at now: ServerTime) -> ServerTime? {
    now - heardAt <= Self.silence ? since.map { $0 + Self.claimDelay } : nil
  }

  /// Whether the journal has been silent for so long that joins are refused.
  func isAway(at now: ServerTime) -> Bool { now - heardAt >= Self.joinLimit }

  /// Whether players are to be sent to the world now; true once in each silence.
  mutating func takeDismissal(now: ServerTime) -> Bool {
    guard !hasDismissed, now - heardAt >= Self.playersLimit else { return false }
    hasDismissed = true
    return true
  }

  /// When this is due next.
  var nextWake: ServerTime? {
    earlier(announceDue, hasDismissed ? nil : heardAt + Self.playersLimit)
  }
}
