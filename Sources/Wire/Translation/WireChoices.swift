// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The schema's enums and the enums they correspond to.

internal import Game
internal import Protocol

extension WireMatchSettings.Mode: WireChoice {
  init(_ mode: MatchSettings.Mode) {
    self =
      switch mode {
      case .memorize: .memorize
      case .classic: .classic
      case .oneFlip: .oneFlip
      case .blitz: .blitz
      case .zen: .zen
      case .teams: .teams
      }
  }

  var meaning: MatchSettings.Mode? {
    switch self {
    case .memorize: .memorize
    case .classic: .classic
    case .oneFlip: .oneFlip
    case .blitz: .blitz
    case .zen: .zen
    case .teams: .teams
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireMatchSettings.Mode: DirectlyNamed {
  var directName: String {
    switch self {
    case .memorize: "MODE_MEMORIZE"
    case .classic: "MODE_CLASSIC"
    case .oneFlip: "MODE_ONE_FLIP"
    case .blitz: "MODE_BLITZ"
    case .zen: "MODE_ZEN"
    case .teams: "MODE_TEAMS"
    case .unspecified, .UNRECOGNIZED: "\\"
    }
  }
}

extension WireMatchSettings.Shuffle: WireChoice {
  init(_ shuffle: MatchSettings.Shuffle) {
    self =
      switch shuffle {
      case .off: .off
      case .trackable: .trackable
      case .blind: .blind
      }
  }

  var meaning: MatchSettings.Shuffle? {
    switch self {
    case .off: .off
    case .trackable: .trackable
    case .blind: .blind
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireMatchSettings.Shuffle: DirectlyNamed {
  var directName: String {
    switch self {
    case .off: "SHUFFLE_OFF"
    case .trackable: "SHUFFLE_TRACKABLE"
    case .blind: "SHUFFLE_BLIND"
    case .unspecified, .UNRECOGNIZED: "\\"
    }
  }
}

extension WireMatchSettings.Audience: WireChoice {
  init(_ audience: MatchSettings.Audience) {
    self =
      switch audience {
      case .public: .public
      case .unlisted: .unlisted
      case .locked: .locked
      }
  }

  var meaning: MatchSettings.Audience? {
    switch self {
    case .public: .public
    case .unlisted: .unlisted
    case .locked: .locked
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireMatchSettings.Audience: DirectlyNamed {
  var directName: String {
    switch self {
    case .public: "AUDIENCE_PUBLIC"
    case .unlisted: "AUDIENCE_UNLISTED"
    case .locked: "AUDIENCE_LOCKED"
    case .unspecified, .UNRECOGNIZED: "\\"
    }
  }
}

extension WirePhase: WireChoice {
  init(_ phase: MatchView.Phase) {
    self =
      switch phase {
      case .waiting: .waiting
      case .committing: .committing
      case .undealt: .undealt
      case .dealing: .dealing
      case .playing: .playing
      case .ended: .ended
      }
  }

  var meaning: MatchView.Phase? {
    switch self {
    case .waiting: .waiting
    case .committing: .committing
    case .undealt: .undealt
    case .dealing: .dealing
    case .playing: .playing
    case .ended: .ended
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireRole: WireChoice {
  init(_ role: Role) {
    self =
      switch role {
      case .player: .player
      case .spectator: .spectator
      }
  }

  var meaning: Role? {
    switch self {
    case .player: .player
    case .spectator: .spectator
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireEndReason: WireChoice {
  init(_ reason: Event.Ended.Reason) {
    self =
      switch reason {
      case .finished: .finished
      case .restarted: .restarted
      case .resigned: .resigned
      case .abandoned: .abandoned
      case .stalemate: .stalemate
      case .aborted: .aborted
      }
  }

  var meaning: Event.Ended.Reason? {
    switch self {
    case .finished: .finished
    case .restarted: .restarted
    case .resigned: .resigned
    case .abandoned: .abandoned
    case .stalemate: .stalemate
    case .aborted: .aborted
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireReactionKind: WireChoice {
  /// The reaction, or the one nearest to a phrase, for those who do not know that.
  init(_ kind: ReactionKind) {
    self =
      switch kind {
      case .wave, .goodLuck, .thanks: .wave
      case .clap, .wellPlayed, .goodGame: .clap
      case .laugh: .laugh
      case .wow, .soClose: .wow
      case .oops: .oops
      case .hmm, .oneMoment: .hmm
      }
  }

  var meaning: ReactionKind? {
    switch self {
    case .wave: .wave
    case .clap: .clap
    case .laugh: .laugh
    case .wow: .wow
    case .oops: .oops
    case .hmm: .hmm
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireFlipped.Outcome: WireChoice {
  init(_ outcome: Event.Flipped.Outcome) {
    self =
      switch outcome {
      case .first: .first
      case .match: .match
      case .mismatch: .mismatch
      }
  }

  var meaning: Event.Flipped.Outcome? {
    switch self {
    case .first: .first
    case .match: .match
    case .mismatch: .mismatch
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}

extension WireCardView.State: WireChoice {
  init(_ state: CardView.State) {
    self =
      switch state {
      case .down: .down
      case .up: .up
      case .matched: .matched
      case .cleared: .cleared
      }
  }

  var meaning: CardView.State? {
    switch self {
    case .down: .down
    case .up: .up
    case .matched: .matched
    case .cleared: .cleared
    case .unspecified, .UNRECOGNIZED: nil
    }
  }
}
