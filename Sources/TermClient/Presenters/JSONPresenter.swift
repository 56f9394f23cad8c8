// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// Shows a match as lines of JSON on standard output, each entry as it comes: for programs.
///
/// What is typed or piped in is taken as in plain mode; everything said to people goes to standard
/// error. A person who plays while the lines go to a file is told the match there too, or they would
/// play with their eyes shut.
final class JSONPresenter: Presenter {
  private var hasBase = false
  private var hasEnded = false
  private var commands = TypedCommands()
  private let narrator: PlainPresenter?
  private let invitation: Invitation?

  /// For a program, or for a person who is told the match by `narrator` meanwhile; `invitation` says
  /// how others get to the room, nil if none are awaited.
  init(tellingBy narrator: PlainPresenter?, invitation: Invitation?) {
    self.narrator = narrator
    self.invitation = invitation
  }

  /// Lines come ahead of their time; whoever is told the match hears its end first.
  var isFinished: Bool { hasEnded && narrator?.isFinished ?? true }

  func present(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    if let narrator {
      narrator.present(event, core, at: now)
    } else {
      tell(event, core)
    }
    guard !hasEnded else { return }
    switch event {
    case .joined:
      guard !hasBase, let table = core.table else { return }
      hasBase = true
      let code = table.code.asRoomCode
      put(
        JSONText.object(
          [("event", JSONText.string("room")), ("code", JSONText.string(code))]
            + (invitation?.members(code: code) ?? [])))
      put(LogLine.base(table.log.base).json)
    case .entry(let entry):
      put(LogLine.entry(entry).json)
      if let table = core.table, let verdict = MatchVerdict(endingWith: entry, at: table) {
        put(verdict.json)
      }
      if case .ended(let ended) = entry.event, !ended.reason.opensNext { hasEnded = true }
    case .reaction(let seat, let kind):
      put("{\"event\":\"reaction\",\"seat\":\(seat.rawValue),\"reaction\":\"\(kind.rawValue)\"}")
    default: break
    }
  }

  /// What a person has to know beside the lines.
  private func tell(_ event: ClientEvent, _ core: ClientCore) {
    switch event {
    case .shareLost(let problem): StandardStream.error.put(Wording.shareLost(problem))
    case .shareForged(let seat):
      StandardStream.error.put(Wording.shareForged(of: core.name(of: seat)))
    case .brokenCommitment: StandardStream.error.put(Wording.brokenCommitment)
    case .notice(let text): StandardStream.error.put(Wording.notice(text))
    case .refused(.createRoom, _), .refused(.joinRoom, _), .refused(.quickMatch, _):
      // The program ends by it, and says why.
      break
    case .refused(_, let refusal), .unproven(let refusal):
      StandardStream.error.put(RefusalSentences().sentence(refusal))
    default: break
    }
  }

  func refresh(_ core: ClientCore, at now: LocalTime) {
    narrator?.refresh(core, at: now)
  }

  func nextRefresh(_ core: ClientCore, after now: LocalTime) -> LocalTime? {
    narrator?.nextRefresh(core, after: now)
  }

  func read(_ input: [UInt8]?, _ core: ClientCore, at now: LocalTime) -> [TableWish] {
    if let narrator { return narrator.read(input, core, at: now) }
    return commands.read(input ?? [], core, at: now) { StandardStream.error.put($0) }
  }

  private func put(_ line: String) {
    StandardStream.output.put(json: line)
  }
}
