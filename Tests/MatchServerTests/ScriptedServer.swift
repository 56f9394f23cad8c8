// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import LibWebSockets
import MatchServer
import Protocol

/// A server core with peers that say what a script says, a journal that lands at once, and a clock set by
/// hand.
struct ScriptedServer {
  private(set) var server: ServerCore
  /// Where entries are kept; nil for nowhere, at once.
  private var journal: FaultyJournal?
  private let answers = Answers()
  private(set) var now = ServerTime(microseconds: 1_000_000_000)
  /// What each link was sent.
  private(set) var received: [LinkID: [ServerMessage]] = [:]
  /// What whoever runs the server was told.
  private(set) var adminAnswers: [AdminCallID: [AdminAnswer]] = [:]
  /// Everything the server core wanted done.
  private(set) var outputs: [ServerOutput] = []
  /// Whether steps wait until the script lands them.
  var isJournalWaiting = false
  private var waiting: [JournalRecord] = []
  private var lastLink: UInt64 = 0
  private var lastRequest: UInt64 = 0

  /// What the journal has answered and the server core has not heard.
  private final class Answers {
    var waiting: [[JournalOutcome]] = []
  }

  init(journal: FaultyJournal? = nil, limits: ServerLimits = ServerLimits()) {
    server = ServerCore(
      key: [UInt8](repeating: 3, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "test")
    self.journal = journal
  }

  /// The names the server core takes proofs by.
  var names: [ServerName] {
    get { server.names }
    set { server.names = newValue }
  }

  /// A peer that has said hello.
  mutating func open(
    _ name: String, _ encoding: WireEncoding = .proto, token: [UInt8]? = nil,
    publicKey: [UInt8]? = nil, address: String? = nil
  ) -> LinkID {
    lastLink += 1
    let link = LinkID(lastLink)
    feed(.opened(link, encoding, address: address))
    say(
      .hello(Hello(agent: "test", name: name, resumeToken: token, publicKey: publicKey)),
      over: link, encoding)
    return link
  }

  /// A peer says something.
  mutating func say(
    _ message: ClientMessage, over link: LinkID, _ encoding: WireEncoding = .proto
  ) {
    feed(.received(link, encoding.encode(message), at: now))
  }

  /// The number of the next request.
  mutating func nextID() -> RequestID {
    lastRequest += 1
    return RequestID(lastRequest)
  }

  /// Opens a room and returns its code.
  mutating func create(_ settings: MatchSettings, over link: LinkID) -> String {
    say(.createRoom(id: nextID(), settings: settings), over: link)
    return joined(link)?.code ?? ""
  }

  /// Enters a room.
  mutating func join(
    _ code: String, _ role: Role, room: String? = nil, after seq: UInt64? = nil, over link: LinkID,
    _ encoding: WireEncoding = .proto
  ) {
    say(
      .joinRoom(JoinRoom(id: nextID(), code: code, role: role, roomID: room, afterSeq: seq)),
      over: link, encoding
    )
  }

  /// Another server core goes on with what is kept; every link is gone.
  mutating func restart(with contents: JournalContents) {
    server = ServerCore(
      key: [UInt8](repeating: 4, count: 32), dealer: .fair(.openSSL), version: "test")
    perform(server.restore(contents, now: now).outputs)
  }

  /// the server core hears what the journal has answered.
  mutating func hearJournal() {
    while !answers.waiting.isEmpty { feed(.journalled(answers.waiting.removeFirst())) }
  }

  /// What a link was told when it was welcomed.
  func welcome(_ link: LinkID) -> Welcome? {
    received[link]?.compactMap { if case .welcome(let welcome) = $0 { welcome } else { nil } }.last
  }

  /// What a link was told when it was closed.
  func closing(_ link: LinkID) -> Closing? {
    received[link]?.compactMap { if case .closing(let closing) = $0 { closing } else { nil } }.last
  }

  /// The links that were closed, in order.
  var closed: [LinkID] {
    outputs.compactMap { if case .close(let link, _, _) = $0 { link } else { nil } }
  }

  /// Lets everything land that waits for the journal.
  mutating func land() {
    let records = waiting
    waiting = []
    feed(.journalled(records.compactMap { $0.outcome(isThere: true) }))
  }

  /// The number of the last entry a link was sent.
  func seq(_ link: LinkID) -> UInt64 {
    (received[link] ?? []).reduce(0) { last, message in
      switch message {
      case .entry(let entry): entry.seq
      case .joined(let joined): joined.tail.last?.seq ?? joined.base?.seq ?? last
      default: last
      }
    }
  }

  /// What a link was last told on entering a room.
  func joined(_ link: LinkID) -> Joined? {
    received[link]?.compactMap { if case .joined(let joined) = $0 { joined } else { nil } }.last
  }

  /// The last pong a link was sent.
  func pong(_ link: LinkID) -> Pong? {
    received[link]?.compactMap { if case .pong(let pong) = $0 { pong } else { nil } }.last
  }

  /// How many messages of a kind a link was sent.
  func count(_ link: LinkID, _ isOfKind: (ServerMessage) -> Bool) -> Int {
    received[link, default: []].count(where: isOfKind)
  }

  /// What was refused to a link.
  func refusals(_ link: LinkID) -> [Refusal] {
    received[link, default: []].compactMap {
      if case .refused(_, let refusal) = $0 { refusal } else { nil }
    }
  }

  /// The entries a link was sent as they came.
  func entries(_ link: LinkID) -> [Entry] {
    received[link, default: []].compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// The goodbyes said to a link.
  func closings(_ link: LinkID) -> [Closing] {
    received[link, default: []].compactMap {
      if case .closing(let closing) = $0 { closing } else { nil }
    }
  }

  /// The codes with which a link was to be closed.
  func closeCodes(_ link: LinkID) -> [UInt16] {
    outputs.compactMap { if case .close(link, let code, _) = $0 { code } else { nil } }
  }

  /// Lets time pass.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = server.nextWake, wake <= end {
      now = max(now, wake)
      feed(.tick)
    }
    now = end
  }

  /// Gives the server core an input and does what it wants done.
  mutating func feed(_ input: ServerInput) {
    perform(server.handle(input, now: now))
  }

  private mutating func perform(_ wanted: [ServerOutput]) {
    for output in wanted {
      outputs.append(output)
      switch output {
      case .send(let bytes, let encoding, let targets):
        guard let message = try? encoding.decodeServerMessage(bytes) else { continue }
        for target in targets { received[target, default: []].append(message) }
      case .append(let records) where isJournalWaiting: waiting += records
      case .append(let records):
        guard let journal else {
          feed(.journalled(records.compactMap { $0.outcome(isThere: true) }))
          continue
        }
        journal.append(records) { [answers] in answers.waiting.append($0) }
        hearJournal()
      case .inquire(let inquiry):
        var found = ReplayAnswer.unknown
        journal?.inquire(inquiry) { found = $0 }
        feed(.found(found, for: inquiry))
      case .close(_, let code, _):
        precondition(
          CloseCode(rawValue: code).isSendable, "A link was closed with code \(code).")
      case .admin(let answer, let id): adminAnswers[id, default: []].append(answer)
      case .chase, .suspect, .drained: break
      }
    }
  }
}
