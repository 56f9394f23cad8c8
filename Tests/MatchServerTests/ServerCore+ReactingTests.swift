// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A server core and its clients' reactions", .timeLimit(.minutes(1)))
struct ServerCoreReactingTests {
  private func feelings(_ connection: ServerConnectionID, _ server: ScriptedServer)
    -> [ServerMessage]
  {
    server.received[connection, default: []].filter {
      if case .reaction = $0 { true } else { false }
    }
  }

  /// A room with two players, a spectator and a running match.
  private func table(
    delay: Duration, isPlaying: Bool = true
  ) -> (
    server: ScriptedServer, ana: ServerConnectionID, ben: ServerConnectionID,
    spectator: ServerConnectionID
  ) {
    var server = ScriptedServer()
    let (ana, ben, spectator) = (server.open("Ana"), server.open("Ben"), server.open("Vi"))
    let settings = MatchSettings(pairs: 8, seats: 2, turnLimit: .zero, spectatorDelay: delay)
    let code = server.create(settings, over: ana)
    server.join(code, .player, over: ben)
    server.join(code, .spectator, over: spectator)
    guard isPlaying else { return (server, ana, ben, spectator) }
    for connection in [ana, ben] {
      let ready = IntentRequest(seenSeq: 1_000, intent: .ready(entropyCommit: []))
      server.say(.request(id: server.nextID(), .intent(ready)), over: connection)
    }
    server.pass(.seconds(1))
    return (server, ana, ben, spectator)
  }

  @Test("a reaction is shown to the players and to live spectators")
  func shown() {
    var (server, ana, ben, spectator) = table(delay: .zero)
    server.say(.react(.clap), over: ben)
    let expected = [ServerMessage.reaction(actor: ActorNumber(2), .clap)]
    #expect(feelings(ana, server) == expected)
    #expect(feelings(ben, server) == expected)
    #expect(feelings(spectator, server) == expected)
  }

  @Test("a reaction is not shown to delayed spectators, because it may reveal a card")
  func behind() {
    var (server, ana, _, spectator) = table(delay: .seconds(30))
    server.say(.react(.wow), over: ana)
    server.pass(.seconds(60))
    #expect(feelings(ana, server).count == 1)
    #expect(feelings(spectator, server) == [])
    var waiting = table(delay: .seconds(30), isPlaying: false)
    waiting.server.say(.react(.wave), over: waiting.ana)
    #expect(
      feelings(waiting.spectator, waiting.server).count == 1, "Before a match nothing is behind.")
  }

  @Test("a live spectator's is shown to all as a viewer's")
  func viewers() {
    var (server, ana, ben, spectator) = table(delay: .zero)
    server.say(.react(.goodGame), over: spectator)
    for connection in [ana, ben, spectator] {
      #expect(feelings(connection, server) == [.reaction(actor: nil, .goodGame)])
    }
  }

  @Test("a delayed spectator may not react while a match is played")
  func delayedViewers() {
    var (server, ana, _, spectator) = table(delay: .seconds(30))
    server.say(.react(.wow), over: spectator)
    #expect(server.refusals(spectator) == [Refusal(.playDelayed)])
    #expect(feelings(ana, server) == [])
  }

  @Test("of many spectators' a few a second are shown, and the players' all the same")
  func crowd() {
    var (server, ana, _, spectator) = table(delay: .zero)
    let code = server.joined(ana)?.code ?? ""
    let crowd = (0..<20).map { index in
      let viewer = server.open("Viewer \(index)")
      server.join(code, .spectator, over: viewer)
      return viewer
    }
    for _ in 0..<3 { for viewer in crowd { server.say(.react(.clap), over: viewer) } }
    #expect(feelings(ana, server).count == 4)
    #expect(crowd.allSatisfy { server.refusals($0) == [] }, "What is too much is dropped.")
    server.say(.react(.oops), over: ana)
    #expect(feelings(spectator, server).last == .reaction(actor: ActorNumber(1), .oops))
    server.pass(.seconds(1))
    for viewer in crowd { server.say(.react(.clap), over: viewer) }
    #expect(feelings(ana, server).count == 7)
  }

  @Test("a reaction needs a room")
  func roomless() {
    var (server, ana, _, _) = table(delay: .zero)
    let stranger = server.open("Sam")
    server.say(.react(.hmm), over: stranger)
    #expect(server.refusals(stranger) == [Refusal(.roomNotIn)])
    #expect(feelings(ana, server) == [])
  }

  @Test("four reactions at once and then one a second are shown, and the match goes on")
  func tooMany() {
    var (server, ana, ben, _) = table(delay: .zero)
    for _ in 0..<6 { server.say(.react(.laugh), over: ana) }
    #expect(feelings(ben, server).count == 4)
    #expect(server.refusals(ana) == [Refusal(.limitTooFast), Refusal(.limitTooFast)])
    server.pass(.seconds(1))
    server.say(.react(.laugh), over: ana)
    #expect(feelings(ben, server).count == 5)
    #expect(server.closed == [])
  }
}
