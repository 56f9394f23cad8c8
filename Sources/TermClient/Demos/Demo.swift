// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI

/// A demo of one of the game's animations, to be played slowly or backwards.
struct Demo: Sendable {
  /// Its name on the command line.
  let name: String
  /// Its title.
  let title: String
  /// One sentence that explains what it shows.
  let sentence: String
  /// Builds its timeline; plays its scripted match, if it has one.
  let makeTimeline: @Sendable () -> Timeline

  init(
    _ name: String, _ title: String, _ sentence: String,
    _ makeTimeline: @escaping @Sendable () -> Timeline
  ) {
    self.name = name
    self.title = title
    self.sentence = sentence
    self.makeTimeline = makeTimeline
  }

  /// The demo with a name, ignoring case, or nil.
  static func named(_ name: String) -> Demo? {
    all.first { $0.name == name.lowercased() }
  }

  /// All demos, from a single card to the whole table.
  static let all = [
    Demo(
      "flip", "Turning a card",
      "The picture appears once the card is half turned.",
      DemoMatches.flip),
    Demo(
      "perspective", "A turn seen slowly",
      "The nearer edge of a card is taller, as on a real table.",
      DemoGalleries.perspective),
    Demo(
      "implicit-explicit", "Three ways to turn a card",
      "At an even pace, lifted off the table, or swapped for its other side.",
      DemoGalleries.implicitExplicit),
    Demo(
      "vectors", "Moving, leaning, shrinking",
      "A card's place, tilt, size and bonus all change smoothly.",
      DemoGalleries.vectors),
    Demo(
      "matched-geometry", "From the deck and back",
      "A card flies from the deck to its place on the table, and home again.",
      DemoGalleries.matchedGeometry),
    Demo(
      "schedules", "Smooth or thrifty",
      "One bonus three times: drawn all the time, twice a second, or every two seconds.",
      DemoGalleries.schedules),
    Demo(
      "transactions", "All at once",
      "What one press changes moves together: the cards of a shuffle, or a pair and its points.",
      DemoMatches.transactions),
    Demo(
      "interruption", "Shuffling again and again",
      "Cards sent elsewhere in mid-flight never jump; those in the first row even keep their speed.",
      DemoGalleries.interruption),
    Demo(
      "spin", "A found pair spins",
      "It turns once a second until it leaves the table.",
      DemoMatches.spin),
    Demo(
      "leaving", "A found pair leaves",
      "Its two cards shrink until they are gone.",
      DemoMatches.leaving),
    Demo(
      "transitions", "Coming and going",
      "Ten ways for a card to leave the table and to return.",
      DemoGalleries.transitions),
    Demo(
      "deal", "The deal",
      "One after the other, the cards fly from the top of the deck to their places.",
      DemoMatches.deal),
    Demo(
      "deal-random", "Dealt from all sides",
      "Each card flies in from somewhere beyond the table.",
      DemoMatches.dealRandom),
    Demo(
      "restart", "Playing again",
      "The cards return to the deck, and new ones are dealt.",
      DemoMatches.restart),
    Demo(
      "grid", "Tables of any size",
      "Few cards or many, they are as large as the window allows.",
      DemoMatches.grid),
    Demo(
      "pie", "The bonus drains",
      "It drains while the card is up, and waits while the card is face down.",
      DemoMatches.pie),
    Demo(
      "flying-number", "Points fly",
      "Points you win rise from the card and fade; points you lose sink.",
      DemoMatches.flyingNumber),
    Demo(
      "seats", "Players come and go",
      "A player who takes a seat slides in, and one who leaves slides out.",
      DemoMatches.seats),
    Demo(
      "refusal", "A move that is refused",
      "The card starts to turn as you press, then shakes and turns back.",
      DemoMatches.refusal),
    Demo(
      "clock", "Time runs out",
      "The ring shows the time left; when it is empty, it is the next player's turn.",
      DemoMatches.clock),
    Demo(
      "ending", "The end of a match",
      "The last pair leaves, and the result appears.",
      DemoMatches.ending),
    Demo(
      "teams", "Two teams",
      "The letter beside a name is its team, whose points are added up.",
      DemoMatches.teams),
  ]
}
