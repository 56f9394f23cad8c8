// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The codes of all refusals, by family, as on the wire.
///
/// A code never changes its meaning; clients choose their sentences by it.
public enum RefusalCode: String, CaseIterable, Hashable, Sendable {
  // Playing at a table.
  case playNotPlaying = "play/not_playing"
  case playNotSeated = "play/not_seated"
  case playNotYourTurn = "play/not_your_turn"
  case playTooEarly = "play/too_early"
  case playStillShowing = "play/still_showing"
  case playUnknownCard = "play/unknown_card"
  case playFormerCard = "play/former_card"
  case playFaceUp = "play/face_up"
  case playMatched = "play/matched"
  case playStale = "play/stale"
  case playShuffleOff = "play/shuffle_off"
  case playShuffleUsed = "play/shuffle_used"
  case playCardsUp = "play/cards_up"
  case playNotUndealt = "play/not_undealt"
  case playNothingToReveal = "play/nothing_to_reveal"
  case playWrongEntropy = "play/wrong_entropy"
  case playResigned = "play/resigned"
  case playPointingOff = "play/pointing_off"
  case playDelayed = "play/delayed"

  // The room around the table.
  case roomUnknownCode = "room/unknown_code"
  case roomFull = "room/full"
  case roomMatchRunning = "room/match_running"
  case roomAlreadyIn = "room/already_in"
  case roomNotIn = "room/not_in"
  case roomNotOwner = "room/not_owner"
  case roomNotWaiting = "room/not_waiting"
  case roomNotEnded = "room/not_ended"
  case roomUnknownSeat = "room/unknown_seat"
  case roomSeatTaken = "room/seat_taken"
  case roomLocked = "room/locked"
  case roomRated = "room/rated"
  case roomDaily = "room/daily"
  case roomDailyPlayed = "room/daily_played"
  case roomTooMany = "room/too_many"
  case roomTooManyChanges = "room/too_many_changes"
  case roomShareWithheld = "room/share_withheld"

  // Settings.
  case settingsOutOfRange = "settings/out_of_range"

  // Requests in general.
  case requestMalformed = "request/malformed"
  case requestUnsupported = "request/unsupported"
  case intentExpired = "intent/expired"

  // The session.
  case sessionHelloFirst = "session/hello_first"
  case sessionBadName = "session/bad_name"
  case sessionTakenOver = "session/taken_over"
  case sessionNotProven = "session/not_proven"
  case sessionNoKey = "session/no_key"
  case sessionBadKey = "session/bad_key"
  case sessionWrongSignature = "session/wrong_signature"
  case sessionChallengeUsed = "session/challenge_used"
  case sessionOtherKey = "session/other_key"
  case sessionNotRelay = "session/not_relay"
  case sessionKicked = "session/kicked"
  case sessionBanned = "session/banned"

  // Replays.
  case replayUnknown = "replay/unknown"
  case replayTooLong = "replay/too_long"

  // Profiles.
  case profileUnknown = "profile/unknown"

  // Rate limits; none of these refusals uses up the request's number.
  case limitTooFast = "limit/too_fast"
  case limitRooms = "limit/rooms"
  case limitWrongCodes = "limit/wrong_codes"
  case limitSessions = "limit/sessions"
  case slowBehind = "slow/behind"

  // The journal.
  case journalUnavailable = "journal/unavailable"
  case journalRegressed = "journal/regressed"

  // The server as a whole.
  case serverDraining = "server/draining"
  case serverRestarting = "server/restarting"
  case serverStopping = "server/stopping"
  case serverElsewhere = "server/elsewhere"

  /// A code of a later protocol version; the fact `unrecognized_code` holds it.
  case unrecognized = "refusal/unrecognized"
}
