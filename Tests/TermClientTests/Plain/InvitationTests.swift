// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Crypto
import LibWebSockets
import MatchClient
import MatchFixtures
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Invitation", .timeLimit(.minutes(1)))
struct InvitationTests {
  private static let hex = String(repeating: "0123456789abcdef", count: 4)

  private func invitation(_ url: String, isTrustedByFingerprint: Bool) throws -> Invitation {
    let fingerprint = try #require(CertificateFingerprint(Self.hex))
    return Invitation(
      to: try ServerURL(url), trust: isTrustedByFingerprint ? .fingerprint(fingerprint) : .system)
  }

  @Test("includes the fingerprint of a self-signed server")
  func selfSigned() throws {
    let invitation = try invitation("wss://192.0.2.7:7777", isTrustedByFingerprint: true)
    let command = invitation.command("join", code: "K7QF2")
    #expect(
      command == "facedown join https://192.0.2.7:7777/K7QF2 --tls-fingerprint \(Self.hex)")
    let words = command.split(separator: " ").dropFirst().map { String($0) }
    let join = try #require(try FacedownCommand.parseAsRoot(words) as? JoinCommand)
    #expect(join.server.tlsFingerprint == invitation.fingerprint)
    #expect(try join.room.foundCode() == "K7QF2")
    let json = JSONText.object(invitation.members(code: "K7QF2"))
    #expect(json.hasPrefix(#"{"url":"https://192.0.2.7:7777/K7QF2","fingerprint":"01:23:45"#))
  }

  @Test("is only the link for any other server")
  func others() throws {
    for (url, link) in [
      ("ws://192.0.2.7:7777", "http://192.0.2.7:7777/K7QF2"),
      ("wss://example.org:443", "https://example.org/K7QF2"),
    ] {
      let invitation = try invitation(url, isTrustedByFingerprint: false)
      #expect(invitation.command("watch", code: "K7QF2") == "facedown watch \(link)")
      #expect(JSONText.object(invitation.members(code: "K7QF2")) == #"{"url":"\#(link)"}"#)
    }
  }

  @Test("of a local server pins the fingerprint from its ready line")
  func ownServer() throws {
    let own = try #require(
      OwnServer(
        announcedIn:
          #"{"event":"listening","url":"wss://0.0.0.0:7777","fingerprint":"\#(Self.hex)"}"#))
    #expect(own.url.port == 7777)
    #expect(own.trust == .fingerprint(try #require(CertificateFingerprint(Self.hex))))
    let plain = OwnServer(announcedIn: #"{"event":"listening","url":"ws://127.0.0.1:1"}"#)
    #expect(plain?.trust == .system)
    #expect(OwnServer(announcedIn: "Segmentation fault") == nil)
  }

  @Test(
    "is shown in full in the waiting room",
    arguments: [ColorDepth.mono, .full],
    [WindowSize(columns: 80, rows: 24), WindowSize(columns: 100, rows: 32)])
  func waitingRoom(depth: ColorDepth, size: WindowSize) {
    var screen = MatchScreen(roomCode: "K7QF2")
    screen.link = "https://192.0.2.7:7777/K7QF2"
    screen.linkOption = "--tls-fingerprint \(Self.hex)"
    let script = ScriptedMatch(["Ana", "Ben"])
    let grid = screen.draw(
      stage(script.log, ViewerState(), at: script.now), RenderStyle(depth: depth, pictures: .all),
      in: size
    )
    #expect(
      grid.contains("facedown join https://192.0.2.7:7777/K7QF2") || grid.contains("watch https"))
    #expect(grid.contains("--tls-fingerprint") && grid.contains(Self.hex), "\(grid.lines)")
  }
}
