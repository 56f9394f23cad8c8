// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import MatchClient
import Protocol

/// Sentences for refused requests: what was wrong, and what to do.
package struct RefusalSentences: Sendable {
  /// The view the player sees, for names; an empty one outside a room.
  var view: MatchView

  /// Sentences about requests made at the table that `view` shows.
  package init(view: MatchView = MatchView()) {
    self.view = view
  }

  /// Whether a refusal need not be shown, because what was asked for is happening anyway.
  ///
  /// That is the case if the deck was dealt just before, automatically or by another player.
  /// `latest` is the client's newest view.
  package static func isNeedless(
    _ refusal: Refusal, of command: ClientCommand?, after latest: MatchView?
  ) -> Bool {
    command == .intent(.deal) && refusal.code == .playNotUndealt && latest?.phase == .dealing
  }

  /// The sentence for a refusal of a command; missing facts are left out.
  package func sentence(_ refusal: Refusal, of command: ClientCommand?) -> String {
    // Who asks by a key's ID has a player in mind: themselves, or one of a link.
    if refusal.code == .profileUnknown, case .profile(let player) = command,
      KeyProof.isPlayerID(player)
    {
      return "No matches yet: a profile begins with one at a public table, or a rated one."
    }
    guard refusal.code == .requestUnsupported else { return sentence(refusal) }
    return switch command {
    case .profile: "This server knows no profiles: it runs an older version of Facedown."
    case .daily: "This server has no daily deal: it runs an older version of Facedown."
    default: sentence(refusal)
    }
  }

  /// The sentence for a refusal; missing facts are left out.
  package func sentence(_ refusal: Refusal) -> String {
    switch refusal.code {
    case .sessionTakenOver:
      "You are playing this seat from another window now; continue there, or connect again here."
    case .unrecognized:
      "The server refused that for a reason this version does not know; update facedown."
    case .playNotPlaying: "No match is in progress; wait until the cards are dealt."
    case .playNotSeated: "You are watching; take a seat in the next match to play."
    case .playNotYourTurn: "It is \(turn(refusal)) turn; wait for yours."
    case .playTooEarly: "That was too early; try again\(wait(refusal))."
    case .playStillShowing:
      "Two cards are still showing; choose again\(wait(refusal, or: " when they are gone"))."
    case .playUnknownCard: "That card is not on this table; choose one that is."
    case .playFormerCard: "That card belongs to an earlier deal; choose one on the table."
    case .playFaceUp: "That card is already face up; choose another."
    case .playMatched: "That card has already been matched; choose another."
    case .playStale: "The cards changed before your choice arrived; look again and choose."
    case .playShuffleOff: "This match is played without shuffling; choose a card."
    case .playShuffleUsed: "You have already shuffled in this match; choose a card."
    case .playCardsUp: "Cards are face up; shuffle when all are face down."
    case .playNotUndealt: "There is no deck to deal now; wait for the next match."
    case .playNothingToReveal: "There is nothing to reveal now; just keep playing."
    case .playWrongEntropy:
      "Your share of the shuffle does not match its commitment; get ready again in the next match."
    case .playResigned: "You have resigned from this match; wait for the next one."
    case .playPointingOff: "Nobody's cursor is shown in this match; choose a card."
    case .playDelayed:
      "You see this match late, and so would your reaction be; wait until it is over."
    case .roomUnknownCode: "There is no room with \(code(refusal)); check it and try again."
    case .roomFull: "The room is full\(seats(refusal)); watch it, or open your own."
    case .roomMatchRunning: "A match is in progress; watch it, or wait until it ends."
    case .roomAlreadyIn: "You are already in a room; leave it first."
    case .roomNotIn: "You are not in a room; join or create one first."
    case .roomNotOwner: "Only the room's owner may do that; ask them."
    case .roomNotWaiting: "That is only possible before a match; wait for the next one."
    case .roomNotEnded: "The match is not over yet; ask for a rematch when it is."
    case .roomUnknownSeat:
      refusal.fact("seat") == nil
        ? "There is nobody to remove; wait for somebody to join."
        : "The table has no such seat; choose one of those shown."
    case .roomSeatTaken: "That seat is taken; choose another."
    case .roomLocked: "The room takes no spectators; join another."
    case .roomRated:
      "That is not possible in rated matches; find a rated match with facedown quick --rated."
    case .roomDaily:
      "A daily deal is played alone, once, and by its own rules; create a room for others."
    case .roomDailyPlayed:
      "You have played the deal of \(fact("day", refusal) ?? "today") already; come back tomorrow."
    case .roomTooMany: "The server has too many rooms; join one, or try again later."
    case .roomTooManyChanges:
      "You joined this room or got ready too often; try again"
        + "\(wait(refusal, or: " in a few seconds"))."
    case .roomShareWithheld:
      "You did not reveal your share of a rated deal; you can play a rated match again"
        + "\(wait(refusal, or: " in a few minutes"))."
    case .settingsOutOfRange: setting(refusal)
    case .requestMalformed:
      "The server did not understand the request; update facedown and try again."
    case .requestUnsupported: "The server cannot do that\(named(refusal)); try another way."
    case .intentExpired: "Your request took too long to arrive; try again."
    case .sessionHelloFirst: "This connection has no session yet; connect again."
    case .sessionNotProven:
      "Rated matches and daily deals require a key; play without --guest."
    case .sessionBadName:
      "The server does not accept this name; choose another\(allowed(refusal))."
    case .sessionNoKey: "This program sent no key to prove; update facedown and connect again."
    case .sessionBadKey:
      "The server does not accept this key; make another, or play as a guest with --guest."
    case .sessionWrongSignature:
      "The server cannot check your key under the address you used\(known(refusal))."
    case .sessionChallengeUsed: "That proof of your key was used before; connect again to prove it."
    case .sessionOtherKey:
      "You are already playing here with another key; connect again to use this one."
    case .sessionNotRelay:
      "Viewers are counted only for relays that the server's operator has named; you count as one."
    case .sessionKicked: "The server's operator kicked you; ask them why."
    case .sessionBanned: "The server's operator has banned you; ask them why."
    case .serverDraining:
      "The server is shutting down and starts no new matches; try another server."
    case .serverRestarting: "The server is restarting; try again in a moment."
    case .serverStopping:
      "The server has stopped and its matches are over; join another, or host your own."
    case .serverElsewhere:
      "Another server of this world has the room; update facedown, or connect to that one."
    case .replayUnknown:
      "There is no such match here; `facedown replays` lists the matches you can watch."
    case .replayTooLong: "That match is too long to send; choose another."
    case .profileUnknown:
      "Nobody of that name has a profile here; guests have none."
    case .limitTooFast: "You are sending requests too fast; wait a moment and try again."
    case .limitRooms:
      "Too many rooms were opened from your address; join one, or try again in a minute."
    case .limitWrongCodes:
      "Too many wrong codes were tried just now; check the code and try again in a minute."
    case .limitSessions: "The server is full; try again later."
    case .slowBehind: "The connection could not keep up; try again on a faster one."
    case .journalUnavailable: "The server could not save that; try again in a moment."
    case .journalRegressed:
      "The server lost a part of its journal and saves nothing until that is back; try again later."
    }
  }

  private func turn(_ refusal: Refusal) -> String {
    guard let seat = refusal.fact("seat").flatMap({ Int($0) }), view.seats.indices.contains(seat)
    else { return "another player's" }
    return "\(Wording.name(view.seats[seat].player, seat: SeatIndex(seat)))'s"
  }

  /// ` in 1.2 s`, rounded up.
  private func wait(_ refusal: Refusal, or otherwise: String = "") -> String {
    guard let wait = fact("wait_us", refusal).flatMap({ Int64($0) }), wait > 0 else {
      return otherwise
    }
    let tenths = wait / 100_000 + 1
    return " in \(tenths / 10).\(tenths % 10) s"
  }

  private func seats(_ refusal: Refusal) -> String {
    guard let seats = fact("seats", refusal) else { return "" }
    return " (all \(seats) seats are taken)"
  }

  private func code(_ refusal: Refusal) -> String {
    fact("code", refusal).map { "the code \($0)" } ?? "this code"
  }

  private func allowed(_ refusal: Refusal) -> String {
    fact("allowed", refusal).map { " of \($0)" } ?? ""
  }

  private func known(_ refusal: Refusal) -> String {
    fact("names", refusal).map { "; connect to \($0), or play as a guest" } ?? "; play as a guest"
  }

  private func named(_ refusal: Refusal) -> String {
    fact("request", refusal).map { " (\($0))" } ?? ""
  }

  private func setting(_ refusal: Refusal) -> String {
    guard let field = fact("field", refusal), let allowed = fact("allowed", refusal) else {
      return "A match cannot be played with these settings; change them."
    }
    let unit = "_ms"
    let isTime = field.hasSuffix(unit)
    func words(_ text: String) -> String { isTime ? Self.seconds(ofMilliseconds: text) : text }
    let name = (isTime ? field.dropLast(unit.count) : field[...]).split(separator: "_")
    let value = fact("value", refusal).map { " cannot be \(words($0))" } ?? " cannot be that"
    return "The setting \(name.joined(separator: " "))\(value); it may be \(words(allowed))."
  }

  /// `0, 5...120 s` for `0, 5000...120000`.
  private static func seconds(ofMilliseconds text: String) -> String {
    var words = ""
    var rest = text[...]
    while let first = rest.first {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(max(digits.count, 1))
      guard let number = Int64(digits) else {
        words += digits.isEmpty ? String(first) : String(digits)
        continue
      }
      var fraction = String(number % 1000 + 1000).dropFirst()
      while fraction.last == "0" { fraction.removeLast() }
      words += "\(number / 1000)\(fraction.isEmpty ? "" : ".")\(fraction)"
    }
    return "\(words) s"
  }

  private func fact(_ name: String, _ refusal: Refusal) -> String? {
    guard let fact = refusal.fact(name)?.harmless(limit: 120), !fact.isEmpty else { return nil }
    return fact
  }
}
