// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// The message on a match screen: what it says, and until when.
///
/// Refusals, notices and verdicts replace each other; a break in the connection stays until it
/// ends. What entries say waits for their display time.
package struct MatchMessages: Sendable {
  /// The message; empty for none.
  package private(set) var text = ""
  /// Whether it tells of a failure or a loss.
  package private(set) var isBad = false
  /// Whether it says that the connection is lost.
  var isCutOff: Bool { interruption != nil && until == nil && isBad }
  /// When it disappears; nil if it stays, or for none.
  private var until: LocalTime?
  /// Whether it refuses a choice, and means nothing once the next card is turned.
  private var isRefusal = false
  /// The present break in the connection.
  private var interruption: Interruption?
  /// Why the connection is gone, while it is.
  private var disconnectCause = DisconnectCause.silence
  /// Expired turns whose display time is still to come.
  private var expiries: [Entry] = []
  /// The verdict on the match that has just ended, and the display time of its end.
  private var verdict: (MatchSession.Verdict, shownAt: ServerTime)?

  private static let usualTime = Duration.seconds(5)
  /// Operators' notices come unexpectedly and may be long.
  private static let longTime = Duration.seconds(20)

  /// Shows a sentence for a while; longer if it may come unexpectedly or be long.
  mutating func say(_ sentence: String, isBad: Bool, isLong: Bool = false, at now: LocalTime) {
    text = sentence
    self.isBad = isBad
    isRefusal = false
    until = now + (isLong ? Self.longTime : Self.usualTime)
  }

  /// Notes an event that the client has processed.
  ///
  /// - Returns: the notice of a break in the connection that has just begun, or of a move that is not
  ///   followed; nil for other events.
  mutating func note(_ event: ClientEvent, _ client: ClientCore, at now: LocalTime) -> String? {
    switch event {
    case .interrupted(let retryAt):
      guard interruption == nil else { interruption?.attemptFailed(retryAt: retryAt); break }
      let begun = Interruption(client, retryAt: retryAt, cause: disconnectCause, at: now)
      interruption = begun
      return begun.notice(at: now)
    case .closing(let closing):
      disconnectCause = DisconnectCause(closing, isWelcome: client.isWelcome)
    case .welcomed:
      disconnectCause = .silence
      // In a room, the break ends once the room is resumed.
      if client.table == nil { endInterruption(client, at: now) }
    case .left: (expiries, verdict) = ([], nil)
    case .entry(let entry) where isRefusal:
      switch entry.event {
      case .flipped, .turnBegan, .shuffled, .ended: (text, until, isRefusal) = ("", nil, false)
      default: break
      }
    case .restored, .joined: endInterruption(client, at: now)
    case .refused(let command, let refusal):
      if RefusalSentences.isNeedless(refusal, of: command, after: client.table?.log.latest) {
        break
      }
      let time = client.shownTime(at: now) ?? .zero
      explain(refusal, on: client.table?.log.view(shownAt: time) ?? MatchView(), at: now)
    case .notFollowed(let problem):
      let sentence = Wording.notFollowed(problem)
      say(sentence, isBad: true, isLong: true, at: now)
      return sentence
    case .unproven(let refusal): explain(refusal, on: MatchView(), at: now)
    case .notice(let text): say(Wording.notice(text), isBad: false, isLong: true, at: now)
    case .brokenCommitment: say(Wording.brokenCommitment, isBad: true, isLong: true, at: now)
    case .shareForged(let seat):
      say(Wording.shareForged(of: client.name(of: seat)), isBad: true, isLong: true, at: now)
    case .shareLost(let problem):
      say(Wording.shareLost(problem), isBad: problem == .broken, isLong: true, at: now)
    default: break
    }
    return nil
  }

  /// Notes an entry that has come since the join, and the verdict on the match that it ends.
  mutating func note(news entry: Entry, _ verdict: MatchSession.Verdict?, at now: LocalTime) {
    switch entry.event {
    case .clockAdjusted(let length):
      if let sentence = Sentences.clockPause(length) { say(sentence, isBad: false, at: now) }
    case .turnExpired: expiries.append(entry)
    default: break
    }
    if let verdict { self.verdict = (verdict, entry.shownAt) }
  }

  /// Says why a request was refused or is not possible.
  mutating func explain(_ refusal: Refusal, on view: MatchView, at now: LocalTime) {
    say(RefusalSentences(view: view).sentence(refusal), isBad: true, at: now)
    isRefusal = view.phase == .playing
  }

  /// Removes what has been shown long enough.
  mutating func expire(at now: LocalTime) {
    guard let until, until <= now else { return }
    text = ""
    self.until = nil
  }

  /// Shows what is due, and removes what has been shown long enough.
  ///
  /// - Parameters:
  ///   - log: the log.
  ///   - sentences: the sentences as the viewer reads them.
  ///   - time: the server's time that is shown.
  ///   - now: the current time.
  mutating func tick(
    _ log: MatchLog, _ sentences: Sentences, showing time: ServerTime, at now: LocalTime
  ) {
    expire(at: now)
    if let (verdict, shownAt) = verdict, shownAt <= time {
      self.verdict = nil
      say(verdict.sentence, isBad: !verdict.isGood, isLong: !verdict.isGood, at: now)
    }
    if let interruption, interruption.isWorthTelling(at: now) {
      let notice = interruption.notice(at: now)
      if text != notice { (text, isBad, until) = (notice, true, nil) }
    }
    while let entry = expiries.first, entry.shownAt <= time {
      expiries.removeFirst()
      let view = log.view(shownAt: time)
      guard case .turnExpired(let expired) = entry.event,
        let sentence = sentences.sentence(for: entry, before: view, after: view)
      else { continue }
      say(sentence, isBad: expired.seat == sentences.you, at: now)
    }
  }

  /// When it changes next by itself; nil if it does not.
  func nextChange(_ client: ClientCore, after now: LocalTime) -> LocalTime? {
    let entries = [verdict?.shownAt, expiries.first?.shownAt].compactMap { $0 }
    let shown = entries.compactMap { client.localTime(showing: $0) }
    return ([until, interruption?.nextChange(after: now)].compactMap { $0 } + shown).min()
  }

  /// The connection is back: replaces the notice with a summary of what was missed.
  private mutating func endInterruption(_ client: ClientCore, at now: LocalTime) {
    guard let lost = interruption else { return }
    interruption = nil
    // A message of limited time is not the notice of the break.
    if until == nil { text = "" }
    if let missed = lost.missed(client) { say(missed, isBad: false, at: now) }
  }
}
