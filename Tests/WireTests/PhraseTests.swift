// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Wire

@Suite("Phrases on the wire", .timeLimit(.minutes(1)))
struct PhraseTests {
  @Test("those who know no phrases find a reaction near to each", arguments: ReactionKind.phrases)
  func nearest(phrase: ReactionKind) throws {
    let message = WireServerMessage(.reaction(actor: ActorNumber(1), phrase))
    #expect(message.reaction.reaction.meaning?.isPhrase == false)
    #expect(message.reaction.phrase == phrase.rawValue)
  }

  @Test(
    "of a later phrase the reaction is shown",
    arguments: [
      #"{"reaction":{"actor":1,"reaction":"REACTION_KIND_CLAP","phrase":"later"}}"#,
      #"{"reaction":{"actor":1,"reaction":"REACTION_KIND_CLAP","phrase":"wave"}}"#,
    ])
  func later(json: String) throws {
    let message = try WireEncoding.json.decodeServerMessage(Array(json.utf8))
    #expect(message == .reaction(actor: ActorNumber(1), .clap))
  }
}
