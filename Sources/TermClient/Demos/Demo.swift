// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of the animations the game is made of, to be looked at for itself, slowly or backwards.
struct Demo: Sendable {
  /// What it is called on the command line.
  let name: String
  /// What it shows, in a few words.
  let title: String
  /// What there is to be seen, and why it is so.
  let sentence: String
  /// Makes it; a match of it is played then, by script.
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

  /// The demo of a name, whatever its case; nil if there is none.
  static func named(_ name: String) -> Demo? {
    all.first { $0.name == name.lowercased() }
  }

  /// All of them, from the card to the table.
  static let all = [
    Demo(
      "flip", "A card turns",
      "Its rotation alone decides: the face shows exactly while it is below 90 degrees.",
      DemoMatches.flip),
    Demo(
      "perspective", "Turning in space",
      "The card is a warped picture in perspective: the edge that comes nearer is taller.",
      DemoGalleries.perspective),
    Demo(
      "implicit-explicit", "Flip a card, three ways",
      "Bound to a value, within an explicit animation, or as two cards that come and go.",
      DemoGalleries.implicitExplicit),
    Demo(
      "vectors", "Whatever is a vector moves",
      "A place, an angle, a size, a pie: each is a vector, and the interpolator knows no more.",
      DemoGalleries.vectors),
    Demo(
      "transactions", "One entry, one transaction",
      "Each entry of the log opens one transaction, and all that it changes moves together.",
      DemoMatches.transactions),
    Demo(
      "interruption", "Hammering on shuffle",
      "Interrupted flights keep their place, and springs their speed too: nothing ever jumps.",
      DemoGalleries.interruption),
    Demo(
      "spin", "A found pair spins",
      "An animation bound to a value, one turn a second for ever, until the pair leaves.",
      DemoMatches.spin),
    Demo(
      "leaving", "A found pair leaves",
      "Its transition is asymmetric: nothing when it appears, shrinking when it goes.",
      DemoMatches.leaving),
    Demo(
      "transitions", "How things come and go",
      "What was there at first just lies there; then each leaves and comes back in its own way.",
      DemoGalleries.transitions),
    Demo(
      "deal", "The deal",
      "One by one from the top of the deck, half a second each, later the deeper a card lay.",
      DemoMatches.deal),
    Demo(
      "deal-random", "The deal from random places",
      "Each card flies in from a place of its own outside the table.",
      DemoMatches.dealRandom),
    Demo(
      "restart", "Starting again",
      "The cards go back to the deck, and new ones are dealt: a new deal, new identities.",
      DemoMatches.restart),
    Demo(
      "grid", "Boards of all sizes",
      "Rows and columns come with the deal, and cards of 2:3 are as large as the window lets them.",
      DemoMatches.grid),
    Demo(
      "pie", "The bonus drains",
      "What is left of a card's bonus is a function of time: it stops and goes on with the card.",
      DemoMatches.pie),
    Demo(
      "flying-number", "Scores fly",
      "A change of the score rises from the card that caused it and fades; a loss sinks.",
      DemoMatches.flyingNumber),
    Demo(
      "seats", "Players come and go",
      "Whoever takes a seat slides in, and whoever leaves slides out.", DemoMatches.seats),
    Demo(
      "refusal", "A choice is refused",
      "The card starts to turn at the key press, and lies down with a shake when it may not.",
      DemoMatches.refusal),
    Demo(
      "clock", "A turn's time runs out",
      "The time left follows from the server's clock; when it is over the turn passes.",
      DemoMatches.clock),
    Demo(
      "ending", "The end of a match",
      "The last pair leaves and the standings come.", DemoMatches.ending),
  ]
}
