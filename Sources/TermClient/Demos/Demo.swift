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
      "flip", "A card turns",
      "The face shows exactly while the rotation is below 90 degrees.",
      DemoMatches.flip),
    Demo(
      "perspective", "Turning in space",
      "The card is a picture warped in perspective: the nearer edge is taller.",
      DemoGalleries.perspective),
    Demo(
      "implicit-explicit", "Flip a card, three ways",
      "Bound to a value, in an explicit animation, or as two cards with transitions.",
      DemoGalleries.implicitExplicit),
    Demo(
      "vectors", "Every vector can be animated",
      "Position, angle, size, pie: to the interpolator each is just a vector.",
      DemoGalleries.vectors),
    Demo(
      "matched-geometry", "One card in two places",
      "A card in the deck and on the table is one group, whose frame flies from view to view.",
      DemoGalleries.matchedGeometry),
    Demo(
      "schedules", "Drawn on a schedule",
      "One draining bonus, drawn every frame or at the times of a schedule: that costs less.",
      DemoGalleries.schedules),
    Demo(
      "transactions", "One entry, one transaction",
      "Each log entry opens one transaction, and everything it changes moves together.",
      DemoMatches.transactions),
    Demo(
      "interruption", "Shuffling again and again",
      "An interrupted flight continues from its position; a spring keeps its speed, too: no jumps.",
      DemoGalleries.interruption),
    Demo(
      "spin", "A found pair spins",
      "An animation bound to a value: one turn a second, for ever, until the pair leaves.",
      DemoMatches.spin),
    Demo(
      "leaving", "A found pair leaves",
      "Its transition is asymmetric: none when it appears, shrinking when it leaves.",
      DemoMatches.leaving),
    Demo(
      "transitions", "Transitions",
      "The first cards appear without a transition; then each leaves and returns with its own.",
      DemoGalleries.transitions),
    Demo(
      "deal", "The deal",
      "One by one from the top of the deck, half a second each; deeper cards start later.",
      DemoMatches.deal),
    Demo(
      "deal-random", "The deal from random places",
      "Each card flies in from its own random place outside the table.",
      DemoMatches.dealRandom),
    Demo(
      "restart", "Restart",
      "The cards return to the deck, and the next deal has new cards with new identities.",
      DemoMatches.restart),
    Demo(
      "grid", "Boards of any size",
      "The deal sets rows and columns; 2:3 cards are as large as the window allows.",
      DemoMatches.grid),
    Demo(
      "pie", "The bonus drains",
      "A card's remaining bonus is a function of time: it pauses and resumes with the card.",
      DemoMatches.pie),
    Demo(
      "flying-number", "Scores fly",
      "A gain rises from the card that caused it and fades; a loss sinks.",
      DemoMatches.flyingNumber),
    Demo(
      "seats", "Players come and go",
      "Players who take a seat slide in, and players who leave slide out.", DemoMatches.seats),
    Demo(
      "refusal", "A move is refused",
      "The card starts to turn at the key press, and shakes and turns back when refused.",
      DemoMatches.refusal),
    Demo(
      "clock", "A turn's time runs out",
      "The time left follows the server's clock; when it is over, the turn passes.",
      DemoMatches.clock),
    Demo(
      "ending", "The end of a match",
      "The last pair leaves and the standings appear.", DemoMatches.ending),
    Demo(
      "teams", "Two teams",
      "A letter beside each player names their team; the points of its players are added up.",
      DemoMatches.teams),
  ]
}
