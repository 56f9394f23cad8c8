// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Stage

/// Turns typed or piped lines into wishes; answers anything else with a sentence.
struct TypedCommands {
  /// The longest line in bytes; the rest is dropped.
  private static let limit = 256

  /// The names of the faces in answers.
  var faces = ThemeFaces.standard
  /// The numbered choices listed last.
  var numbers = ListedChoices()
  private var line: [UInt8] = []

  /// Reads bytes and returns the wishes of the complete lines.
  ///
  /// - Parameters:
  ///   - input: what was typed.
  ///   - core: the client.
  ///   - now: the present time.
  ///   - say: prints a sentence for the person.
  /// - Returns: the wishes, in order.
  mutating func read(
    _ input: [UInt8], _ core: ClientCore, at now: LocalTime, say: (String) -> Void
  ) -> [PlayerRequest] {
    var wishes: [PlayerRequest] = []
    for byte in input {
      if byte == UInt8(ascii: "\n") {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        if let wish = wish(text, core, at: now, say: say) { wishes.append(wish) }
      } else if line.count < Self.limit {
        line.append(byte)
      }
    }
    return wishes
  }

  private mutating func wish(
    _ text: String, _ core: ClientCore, at now: LocalTime, say: (String) -> Void
  ) -> PlayerRequest? {
    guard let table = core.table, let time = core.shownTime(at: now) else { return nil }
    let log = table.log
    let shown = log.view(shownAt: time)
    let choices = PlainChoices(shown, you: table.seat)
    if let question = PlainQuestion(text) {
      if question == .choices { numbers.list(choices) }
      let answers = PlainAnswers(
        faces: faces, you: table.seat, audience: table.audience, quality: core.linkQuality(at: now))
      for line in answers.lines(question, shown, at: time) { say(line) }
      return nil
    }
    switch numbers.answer(text, choices) {
    case .action(let action): return PlayerRequest(action, on: shown)
    case .outdated(let sentence):
      say(sentence)
      return nil
    case .notOne: break
    }
    do throws(NotUnderstood) {
      let scene = stage(log, ViewerState(), at: time)
      let action = try PlainCommands.action(text, on: scene.table)
      if action == .help { say(PlainCommands.help) }
      if case .choose = action, shown.cards.isEmpty { throw .noBoard }
      if case .choose(let place) = action, shown.card(at: place) == nil {
        say("No card lies there any more; choose another place.")
      }
      return PlayerRequest(action, on: shown)
    } catch {
      say(error.description)
      return nil
    }
  }
}
