// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Events from the opening of a match to the last revealed share.

internal import FoundationEssentials
internal import Game

extension WireOpened {
  init(_ opened: Event.Opened) {
    matchID = opened.matchID
    settings = WireMatchSettings(opened.settings)
    theme = opened.theme
  }

  func translated() throws(WireError) -> Event.Opened {
    let fields = Fields("opened")
    try fields.require(hasSettings, "settings")
    return Event.Opened(
      matchID: try fields.text(matchID, "match_id"),
      settings: try settings.translated(),
      theme: try fields.text(theme, "theme"))
  }
}

extension WireConfigured {
  init(_ settings: MatchSettings, theme: String) {
    self.settings = WireMatchSettings(settings)
    self.theme = theme
  }

  func translated() throws(WireError) -> Event {
    let fields = Fields("configured")
    try fields.require(hasSettings, "settings")
    return .configured(try settings.translated(), theme: try fields.text(theme, "theme"))
  }
}

extension WireReadied {
  init(_ seat: SeatIndex, commit: [UInt8]) {
    self.seat = UInt32(wire: seat.rawValue)
    entropyCommit = Data(commit)
  }

  func translated() throws(WireError) -> Event {
    let fields = Fields("readied")
    return .readied(
      try fields.seat(hasSeat, seat, "seat"),
      entropyCommit: try fields.bytes(entropyCommit, "entropy_commit"))
  }
}

extension WireCommitted {
  init(_ committed: Event.Committed) {
    seedCommit = Data(committed.seedCommit)
    entropyCommits = committed.entropyCommits.map { Data($0) }
  }

  func translated() throws(WireError) -> Event.Committed {
    let fields = Fields("committed")
    return Event.Committed(
      seedCommit: try fields.bytes(seedCommit, "seed_commit"),
      entropyCommits: try fields.hashes(
        entropyCommits, "entropy_commits", limit: SeatIndex.limit))
  }
}

extension WireRevealed {
  init(_ seat: SeatIndex, entropy: [UInt8]) {
    self.seat = UInt32(wire: seat.rawValue)
    self.entropy = Data(entropy)
  }

  func translated() throws(WireError) -> Event {
    let fields = Fields("revealed")
    return .revealed(
      try fields.seat(hasSeat, seat, "seat"), entropy: try fields.bytes(entropy, "entropy"))
  }
}
