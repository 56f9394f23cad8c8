// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Crypto
import Game
import LibWebSockets
import MatchClient
import MatchUI
import Protocol
import SocketClient
import TerminalUI
import Wire

/// One client at a terminal, from connecting to leaving; confined to the loop.
final class TermRun {
  /// The configuration of a run.
  struct Setup: Sendable {
    var url: ServerURL
    var login: Login
    var agent: String
    var launch: LaunchAction
    /// The bot that plays; nil for a person.
    var driver: BotDriver?
    /// The key to prove; nil for a guest.
    var key: Ed25519PrivateKey?
    var style: OutputStyle
    /// The person's preferences.
    var preferences = Preferences.standard
    /// The pictures and names of the faces.
    var faces = ThemeFaces.standard
    /// Whether standard input is read for commands.
    var readsInput: Bool
    /// The address for others, if it differs from `url`.
    var sharedURL: ServerURL?
    /// Whether this program runs the server: once that is gone, there is no point in reconnecting.
    var hasOwnServer = false
    /// How to reconnect to another's server.
    var reconnectPolicy = ReconnectPolicy()
    /// Whether other players may join, so that an invitation is shown.
    var awaitsOthers = true
    /// Whether to print frame statistics at the end.
    var showsStatistics = false
    /// The commitment to the seed of the deal that is to be played, if it was published before.
    var dealCommitment: [UInt8]?
    /// Bots to seat in the room that this run opens.
    var companions: [Companion] = []
  }

  /// A bot that this program runs in the same room.
  struct Companion: Hashable, Sendable {
    var level: BotLevel
    var pace: BotPlayer.Pace
  }

  private let loop: EventLoop
  private var setup: Setup
  private let clock: LocalClock
  private let presenter: any Presenter
  private let input: any TerminalInput
  private let environment: (String) -> String?
  private let joined: () -> Void
  private let done: (Ending) -> Void
  private var shell: SocketClient?
  private var companions: [SocketClient] = []
  private var isListening = false
  private var refreshTimer: LoopTimer?
  private var partingTimer: LoopTimer?
  private var exitCode: Int32?
  /// Whether the launch action was sent.
  private var hasAsked = false
  /// Why the connection is gone, while it is.
  private var disconnectCause = DisconnectCause.silence
  /// Whether the table's server has stopped for good.
  private var isTableClosed = false
  private var claim: IdentityLock?
  /// Whether another program of this user plays here with the key, so that this run is a guest's.
  private var isKeyTaken = false

  /// How a run ended.
  struct Ending: Hashable, Sendable {
    /// The exit code for a program that only does this run.
    var code: Int32
    /// The message for the user, if any.
    var sentence: String?
    /// Whether to run again with the same setup, for another rated match.
    var wantsAnother = false
    /// Whether the table is gone for good, so that a retry is pointless.
    var isTableClosed = false
  }

  /// Creates a run; `start` begins it.
  ///
  /// - Parameters:
  ///   - loop: the loop it runs on.
  ///   - clock: the display's clock, shared by everything shown on that display.
  ///   - setup: the configuration.
  ///   - presenter: shows the match and reads input.
  ///   - input: where the person types; another screen may listen until `joined`.
  ///   - environment: looks up an environment variable.
  ///   - joined: called on joining a room, before typed input is read.
  ///   - done: called once, with the ending.
  init(
    loop: EventLoop, clock: LocalClock, setup: Setup, presenter: any Presenter,
    input: any TerminalInput, environment: @escaping (String) -> String? = environmentVariable,
    joined: @escaping () -> Void = {},
    done: @escaping (Ending) -> Void
  ) {
    self.loop = loop
    self.clock = clock
    self.setup = setup
    self.presenter = presenter
    self.input = input
    self.environment = environment
    self.joined = joined
    self.done = done
  }

  /// Begins to connect.
  func start() {
    claimKey()
    let server = ServerName(host: setup.url.host, port: setup.url.port)
    let profile = SocketClient.Profile(
      agent: setup.agent, name: setup.login.name,
      identity: setup.key.map { ClientIdentity(key: $0, server: server) },
      reconnectPolicy: setup.hasOwnServer ? nil : setup.reconnectPolicy)
    let shell = SocketClient(profile, driver: setup.driver, loop: loop, clock: clock) {
      [weak self] in self?.take($0)
    }
    self.shell = shell
    do throws(ConnectError) {
      try shell.connect(to: setup.url, trust: setup.login.trust)
    } catch {
      return finish(1, saying: error.description)
    }
  }

  /// Falls back to a guest if another of this user's programs holds the key at this server.
  ///
  /// A key named explicitly is used regardless.
  private func claimKey() {
    guard setup.driver == nil, setup.preferences.identity == .own, let key = setup.key
    else {
      return
    }
    claim = IdentityLock(
      key.publicKey, at: [setup.url] + [setup.sharedURL].compactMap { $0 },
      environment: environment)
    isKeyTaken = claim == nil
    if isKeyTaken { setup.key = nil }
  }

  /// Starts reading typed input; called once there is a room.
  private func listenToPerson() {
    guard setup.readsInput, !isListening else { return }
    isListening = true
    input.start { [weak self] in self?.take($0) }
  }

  private var core: ClientCore? { shell?.core }

  private func take(_ notice: SocketClient.Notice) {
    switch notice {
    case .failed(let failure): finish(1, saying: failure.description)
    case .event(let event): take(event)
    }
  }

  private func take(_ event: ClientEvent) {
    guard let core else { return }
    if case .joined = event { joined() }
    presenter.present(event, core, at: clock.now)
    switch event {
    case .welcomed:
      // Later welcomes are reconnects: the request was sent already.
      if setup.driver == nil, !hasAsked { shell?.perform(setup.launch.command) }
      hasAsked = true
      disconnectCause = .silence
    case .entry(let entry):
      if case .committed(let committed) = entry.event, let known = setup.dealCommitment,
        committed.seedCommit != known
      {
        presenter.report(DailySentences.otherDeal, core, at: clock.now)
      }
    case .joined:
      if isKeyTaken { presenter.report(Wording.keyTaken, core, at: clock.now) }
      isKeyTaken = false
      listenToPerson()
      inviteCompanions()
    case .refused(let command?, let refusal) where command.isEntering:
      let isForKey = isKeyTaken && refusal.code == .sessionNotProven
      return finish(
        1, saying: isForKey ? Wording.keyNeeded : RefusalSentences().sentence(refusal))
    case .left(let reason):
      return finish(exitCode ?? 0, saying: exitCode == nil ? Wording.left(reason) : nil)
    case .closing(let closing):
      if closing.retryAfter == nil || setup.hasOwnServer {
        isTableClosed = !setup.hasOwnServer && core.table != nil && closing.endsTable
        return finish(exitCode ?? 1, saying: exitCode == nil ? sentence(closing) : nil)
      }
      disconnectCause = DisconnectCause(closing, isWelcome: core.isWelcome)
    case .garbled(let problem):
      return finish(1, saying: "The server sent a message this program cannot read: \(problem)")
    case .disconnected:
      return finish(
        exitCode ?? 1,
        saying: exitCode == nil ? lossSentence : nil)
    default: break
    }
    refresh()
  }

  /// The message for a server that closes for good.
  private func sentence(_ closing: Closing) -> String {
    switch RefusalCode(rawValue: closing.code) {
    case .serverStopping?, .serverRestarting?:
      if setup.hasOwnServer {
        lossSentence
      } else {
        isTableClosed
          ? Wording.tableClosed : RefusalSentences().sentence(Refusal(.serverStopping))
      }
    case .sessionTakenOver? where setup.key != nil:
      "A newer connection is playing with your key. Continue there, or play here with --guest "
        + "or --identity FILE."
    case .sessionTakenOver?: RefusalSentences().sentence(Refusal(.sessionTakenOver))
    default: Wording.plain(closing.reason)
    }
  }

  /// The message for a connection that could not be restored.
  private var lossSentence: String {
    DisconnectMessage(
      url: "\(setup.url)", hasRoom: core?.table != nil, isOwnServer: setup.hasOwnServer,
      cause: disconnectCause
    ).sentence
  }

  /// Connects the companions once there is a room for them.
  private func inviteCompanions() {
    guard companions.isEmpty, let code = core?.table?.code else { return }
    for (index, companion) in setup.companions.enumerated() {
      let bot = Bot(level: companion.level, seed: drawSeed())
      let profile = SocketClient.Profile(
        agent: botAgent, name: BotNames.all[index % BotNames.all.count])
      let driver = BotDriver(bot, goal: .join(code: code), pace: companion.pace)
      let shell = SocketClient(profile, driver: driver, loop: loop, clock: clock) { _ in }
      do throws(ConnectError) {
        try shell.connect(to: setup.url, trust: setup.login.trust)
        companions.append(shell)
      } catch {
        return finish(1, saying: error.description)
      }
    }
  }

  private func refresh() {
    guard let core, exitCode == nil, !isOver else { return }
    let now = clock.now
    // Input read earlier may be due now.
    grant(presenter.read([], core, at: now))
    guard exitCode == nil else { return }
    presenter.refresh(core, at: now)
    refreshTimer?.cancel()
    refreshTimer = nil
    if presenter.isFinished { return leave(0) }
    guard let due = presenter.nextRefresh(core, after: now) else { return }
    refreshTimer = loop.schedule(after: max(due - now, .zero)) { [weak self] in self?.refresh() }
  }

  private func take(_ event: TerminalInputEvent) {
    switch event {
    case .bytes(let bytes): read(bytes)
    case .end: read(nil)
    case .due: refresh()
    }
  }

  private func read(_ bytes: [UInt8]?) {
    guard let core else { return }
    grant(presenter.read(bytes, core, at: clock.now))
    refresh()
  }

  private func grant(_ wishes: [PlayerRequest]) {
    for wish in wishes {
      switch wish {
      case .command(let command): shell?.perform(command)
      case .leave: leave(0)
      case .another:
        wantsAnother = true
        leave(0)
      }
    }
  }

  /// Leaves the room and ends within half a second, whether or not the server answers.
  func leave(_ code: Int32 = 0) {
    guard exitCode == nil else { return }
    exitCode = code
    guard core?.table != nil else { return finish(code, saying: nil) }
    shell?.perform(.request(.leaveRoom))
    partingTimer = loop.schedule(after: .milliseconds(500)) { [weak self] in
      self?.finish(code, saying: nil)
    }
  }

  private var isOver = false
  private var wantsAnother = false

  private func finish(_ code: Int32, saying sentence: String?) {
    guard !isOver else { return }
    isOver = true
    claim = nil
    if isListening { input.stop() }
    refreshTimer?.cancel()
    partingTimer?.cancel()
    presenter.close()
    shell?.close()
    for companion in companions { companion.close() }
    done(
      Ending(
        code: code, sentence: sentence, wantsAnother: wantsAnother && code == 0,
        isTableClosed: isTableClosed))
  }
}

extension Closing {
  /// Whether the server's tables end with it: it stops and will not be back.
  fileprivate var endsTable: Bool {
    switch RefusalCode(rawValue: code) {
    case .serverStopping?, .serverRestarting?, .serverDraining?: retryAfter == nil
    default: false
    }
  }
}
