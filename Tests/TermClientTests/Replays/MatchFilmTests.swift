// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchFixtures
import MatchUI
import TerminalUI
import Testing

@testable import TermClient

@Suite("Film of a match", .timeLimit(.minutes(2)))
struct MatchFilmTests {
  private func timeline() -> MatchTimeline {
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2, 3, 3])
    match.begin()
    match.deal()
    // Half a minute in which nobody does anything but look.
    match.pass(.seconds(15))
    match.choose(0, 1)
    match.choose(2, 3)
    match.pass(.seconds(12))
    return MatchTimeline(match.log)
  }

  @Test("has the seconds in which most happened, at most ten, at 25 frames a second")
  func moments() throws {
    let timeline = timeline()
    let moments = MatchFilm(timeline, Palette(depth: .full)).moments
    #expect(moments.count == 250)
    let pairs = timeline.marks.filter { $0.kind == .pair }
    #expect(pairs.count == 2)
    let (first, last) = (try #require(moments.first), try #require(moments.last))
    #expect(pairs.allSatisfy { (first...last).contains($0.at) })
    #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 == .milliseconds(40) })
  }

  @Test("has frames of one size, of which the moments alone decide, and which change")
  func frames() throws {
    let timeline = timeline()
    var film = MatchFilm(timeline, Palette(depth: .full))
    let pair = try #require(timeline.marks.first { $0.kind == .pair })
    let moments = [pair.at, pair.at + .milliseconds(1500), pair.at]
    let frames = moments.map { film.frame(at: $0) }
    #expect(frames.allSatisfy { $0.count == 3 * film.width * film.height })
    #expect(film.width.isMultiple(of: 2) && film.height.isMultiple(of: 2))
    #expect((400...700).contains(film.magnification * film.height))
    #expect(frames[0] == frames[2])
    #expect(frames[0] != frames[1])
    // Felt, red backs and the paper of faces.
    #expect(Set(frames[0]).count > 100)
  }

  @Test("shorter matches are filmed whole")
  func short() {
    var match = ScriptedMatch(["Ana"], faces: [0, 0, 1, 1])
    match.begin()
    let timeline = MatchTimeline(match.log)
    #expect(timeline.highlight(of: .seconds(10)) == timeline.span)
    #expect(MatchFilm(timeline, Palette(depth: .full)).moments.count <= 250)
  }

  @Test("is a file whose name ends in its format, and nothing else")
  func names() {
    for name in ["a.gif", "b.PNG", "/tmp/c.webp", "d.e.mp4"] {
      #expect(FilmFile(name) != nil, "\(name)")
    }
    for name in ["", "gif", "a.jpg", "a.gif/b", "a."] {
      #expect(FilmFile(name) == nil, "\(name)")
    }
  }
}
