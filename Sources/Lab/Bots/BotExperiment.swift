// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots

/// `facedown-lab bots`: the strength of each bot level.
struct BotsCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "bots",
    abstract: "Measures the strength of each bot level, as CSV.",
    discussion: """
      Alone: the mean number of turns until the table is empty. Against the level below: the share \
      of matches won, where each bot begins half of them and a tie counts half. Each figure is \
      followed by its standard error; see docs/bots.md.
      """)

  @Option(help: "Matches per condition.")
  var games = 8_000

  @Option(help: "Deck sizes of solo matches, in pairs.")
  var pairs: [Int] = [8, 18, 32]

  @Option(help: "Deck size of matches between two bots, in pairs.")
  var against = 18

  @Option(help: "Seed of decks and bots.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (2...10_000_000).contains(games) else {
      throw ValidationError("--games must be from 2 to 10000000.")
    }
    guard (pairs + [against]).allSatisfy((2...32).contains) else {
      throw ValidationError("A deck has 2 to 32 pairs.")
    }
  }

  var trials: UInt64 { UInt64(games) }

  var experiments: [BotExperiment] {
    BotExperiment.all(alone: pairs, pairs: against, seed: seed)
  }
}

/// How many turns a bot needs alone, and how often it beats another.
struct BotExperiment: Experiment {
  /// The outcome of one match per condition.
  struct Outcome: Sendable {
    /// Turns of the solo match, by deck size.
    var turns: [Int]
    /// 1 for a win against the other bot, a half for a tie; nil without an opponent.
    var score: Double?
  }

  /// Turns the bot needs alone, by deck size.
  private(set) var turns: [Mean]
  /// The share of matches won; each bot begins half of them, and a tie counts half.
  private(set) var score = Mean()

  let bot: BotLevel
  let opponent: BotLevel?
  /// Deck sizes of solo matches.
  private let alone: [Int]
  /// Deck size of matches between two bots.
  private let pairs: Int
  private let seed: UInt64

  init(
    _ bot: BotLevel, alone: [Int], opponent: BotLevel? = nil, pairs: Int = 18, seed: UInt64
  ) {
    self.bot = bot
    self.opponent = opponent
    self.alone = alone
    self.pairs = pairs
    self.seed = seed
    turns = alone.map { _ in Mean() }
  }

  /// Each level against the one below, and the value of the second-card strategy to a bot with
  /// perfect memory.
  static func all(alone: [Int], pairs: Int, seed: UInt64) -> [BotExperiment] {
    let levels = BotLevel.all.enumerated().map { index, level in
      (level, index > 0 ? BotLevel.all[index - 1] : nil)
    }
    let byTable = BotLevel(
      name: "perfect-by-table", halfLife: .infinity, secondCard: .byTable)
    let alwaysNew = BotLevel(
      name: "perfect-always-new", halfLife: .infinity, secondCard: .new)
    return (levels + [(byTable, alwaysNew)]).map { bot, other in
      BotExperiment(bot, alone: alone, opponent: other, pairs: pairs, seed: seed)
    }
  }

  func run(_ number: UInt64) -> Outcome {
    Outcome(
      turns: alone.map { BotMatch.play([bot], pairs: $0, seed: seed &+ number).turns },
      score: opponent.map { score(against: $0, number) })
  }

  private func score(against other: BotLevel, _ number: UInt64) -> Double {
    let isFirst = number.isMultiple(of: 2)
    let levels = isFirst ? [bot, other] : [other, bot]
    let won = BotMatch.play(levels, pairs: pairs, seed: seed &+ number).pairs
    let lead = isFirst ? won[0] - won[1] : won[1] - won[0]
    return lead > 0 ? 1 : lead == 0 ? 0.5 : 0
  }

  mutating func add(_ outcome: Outcome, of number: UInt64) {
    for index in turns.indices { turns[index].add(Double(outcome.turns[index])) }
    if let won = outcome.score { score.add(won) }
  }

  var header: String? {
    let turns = alone.flatMap { ["turns_\($0)", "error_\($0)"] }
    return (["level"] + turns + ["against", "beats_percent", "error_percent"]).joined(
      separator: ",")
  }

  var rows: [String] {
    var cells = [bot.name]
    for turns in turns { cells += [turns.value.fixed(3), turns.error.fixed(3)] }
    if let opponent {
      cells += [opponent.name, (score.value * 100).fixed(1), (score.error * 100).fixed(1)]
    } else {
      cells += ["", "", ""]
    }
    return [cells.joined(separator: ",")]
  }
}
