// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// What a server last said of its daily deals, in a file beside the settings: the past deal to play
/// while the server is away, and the commitments that it must keep to.
///
/// The file has two lines: the server's address, and its message as JSON. It can be lost without harm.
struct DailyStore: Sendable {
  /// The most bytes of the file that are read.
  static let limit = 65_536

  private let path: String?

  /// The store of the user with this environment.
  init(environment: (String) -> String?) {
    path = SettingsStore.folder(environment: environment).map { "\($0)/daily" }
  }

  /// Stores a server's answer, and compares it with what the server has published before.
  ///
  /// - Returns: a sentence for each promise that is broken; a file that cannot be written is no
  ///   reason to complain.
  func keep(_ daily: Daily, of server: ServerURL) -> [String] {
    let warnings = Self.problems(of: daily, after: load(server))
    guard let path else { return warnings }
    let message = WireEncoding.json.encode(.daily(daily))
    let bytes = Array("\(server)\n".utf8) + message + [UInt8(ascii: "\n")]
    guard bytes.count <= Self.limit else { return warnings }
    PrivateFolder.make(Files.folder(of: path))
    try? AtomicFile.replace(bytes, at: path)
    return warnings
  }

  /// The last deal that a server has revealed; nil if none is known, or its seed is not the one it was
  /// committed to.
  func past(of server: ServerURL) -> DailyBoard? {
    guard let board = load(server)?.last, Self.opens(board) == true else { return nil }
    return board
  }

  /// What is wrong with an answer, given what the same server has answered before.
  static func problems(of daily: Daily, after former: Daily?) -> [String] {
    var published: [Day: [UInt8]] = [:]
    if let former {
      published[former.last.day] = former.last.commitment
      published[former.today.day] = former.today.commitment
      published[former.today.day.next] = former.nextCommitment
    }
    let stated = [
      (daily.last.day, daily.last.commitment), (daily.today.day, daily.today.commitment),
      (daily.today.day.next, daily.nextCommitment),
    ]
    let broken = stated.filter { day, commitment in
      published[day].map { $0 != commitment } ?? false
    }
    return broken.map { DailySentences.otherCommitment($0.0) }
      + (opens(daily.last) == false ? [DailySentences.wrongSeed(daily.last.day)] : [])
  }

  /// Whether a board's seed is the one it was committed to; nil while it is not revealed.
  private static func opens(_ board: DailyBoard) -> Bool? {
    board.seed.map { seed in
      FairDeal(of: board.day, hashing: .openSSL).seedCommit(seed) == board.commitment
    }
  }

  private func load(_ server: ServerURL) -> Daily? {
    guard let path, let text = try? BoundedFile.text(at: path, limit: Self.limit) else {
      return nil
    }
    let lines = text.split(separator: "\n")
    guard lines.count == 2, lines[0] == "\(server)",
      case .daily(let daily)? = try? WireEncoding.json.decodeServerMessage(Array(lines[1].utf8))
    else { return nil }
    return daily
  }
}
