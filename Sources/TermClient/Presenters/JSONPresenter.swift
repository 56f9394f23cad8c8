// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol

/// Prints a match as lines of JSON on standard output, each entry as it arrives.
///
/// Input is read as in plain mode, and messages for people go to standard error. If a person plays
/// while the lines go to a file, a narrator describes the match on standard error too.
final class JSONPresenter: Presenter {
  private var lines = LogLines()
  private var hasEnded = false
  private var commands = TypedCommands()
  private let narrator: PlainPresenter?
  private let invitation: Invitation?
  private let put: (String) -> Void
  private let say: (String) -> Void

  /// Creates a presenter.
  ///
  /// - Parameters:
  ///   - narrator: describes the match to a person meanwhile.
  ///   - invitation: printed with the room; nil if no other players are expected.
  ///   - put: prints a line of JSON.
  ///   - say: prints a sentence for a person.
  init(
    tellingBy narrator: PlainPresenter?, invitation: Invitation?,
    put: @escaping (String) -> Void = { StandardStream.output.put(json: $0) },
    say: @escaping (String) -> Void = { StandardStream.error.put($0) }
  ) {
    self.narrator = narrator
    self.invitation = invitation
    self.put = put
    self.say = say
  }

  /// Entries arrive before they are shown, so a narrator has to reach the end too.
  var isFinished: Bool { hasEnded && narrator?.isFinished ?? true }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    if let narrator {
      narrator.present(event, core, at: now)
    } else {
      report(event, core)
    }
    guard !hasEnded else { return }
    switch event {
    case .joined:
      guard let table = core.table else { return }
      let code = table.code.asRoomCode
      for line in lines.enter(
        roomID: table.roomID, code: code, base: table.log.base,
        invitation: invitation?.members(code: code) ?? [])
      {
        put(line)
      }
    case .entry(let entry):
      put(lines.add(entry))
      if let table = core.table, let verdict = MatchVerdict(endingWith: entry, at: table) {
        put(verdict.json)
      }
      if case .ended(let ended) = entry.event, !ended.reason.opensNext { hasEnded = true }
    case .reaction(let seat, let kind):
      let sender = seat.map { "\"seat\":\($0.rawValue)" } ?? "\"viewer\":true"
      put("{\"event\":\"reaction\",\(sender),\"reaction\":\"\(kind.rawValue)\"}")
    default: break
    }
  }

  /// Prints warnings and notices for a person to standard error.
  private func report(_ event: ClientEvent, _ core: ClientCore) {
    switch event {
    case .shareLost(let problem): say(Wording.shareLost(problem))
    case .shareForged(let seat):
      say(Wording.shareForged(of: core.name(of: seat)))
    case .brokenCommitment: say(Wording.brokenCommitment)
    case .notice(let text): say(Wording.notice(text))
    case .notFollowed(let problem): say(Wording.notFollowed(problem))
    case .refused(let command?, _) where command.isEntering:
      // The program ends with it, and prints why.
      break
    case .refused(_, let refusal), .unproven(let refusal):
      say(RefusalSentences().sentence(refusal))
    default: break
    }
  }

  func refresh(_ core: ClientCore, at now: LocalTime) {
    narrator?.refresh(core, at: now)
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    narrator?.nextRefresh(core, after: now)
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [PlayerRequest] {
    if let narrator { return narrator.read(input, core, at: now) }
    return commands.read(input ?? [], core, at: now, say: say)
  }
}
