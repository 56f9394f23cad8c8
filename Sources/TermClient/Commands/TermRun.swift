// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import Glibc
import LibWebSockets
import MatchClient
import Protocol

/// One client at a terminal, from connecting to leaving; lives on the loop.
final class TermRun {
  /// What a run is about.
  struct Setup: Sendable {
    var url: ServerURL
    var login: Login
    var agent: String
    var launch: LaunchAction
    var driver: TerminalDriver
    /// As whom to play; nil for a guest.
    var key: Ed25519PrivateKey?
    var style: OutputStyle
    /// How it is shown to a person.
    var preferences = Preferences.standard
    /// What faces look like and are called.
    var faces = ThemeFaces.standard
    /// Whether standard input is read for commands.
    var readsInput: Bool
    /// The address others are given, where it differs from the one used here.
    var sharedURL: ServerURL?
    /// Whether the server runs beside this program: once it is gone there is nothing to come back to.
    var hasOwnServer = false
    /// Whether others may come, and so are told how.
    var awaitsOthers = true
    /// Whether to say at the end what showing frames came to.
    var showsStatistics = false
    /// Bots that take a seat in the room this run opens.
    var companions: [Companion] = []
  }

  /// A bot that comes along.
  struct Companion: Hashable, Sendable {
    var level: BotLevel
    var pace: BotPlayer.Pace
  }

  private let loop: EventLoop
  private var setup: Setup
  private let clock: LocalClock
  private let presenter: any Presenter
  private let joined: () -> Void
  private let done: (Ending) -> Void
  private var shell: ClientShell<DrivenClient<TerminalDriver>>?
  private var companions: [ClientShell<DrivenClient<BotDriver>>] = []
  private var input: DescriptorWatch?
  private var events: DescriptorWatch?
  private var refreshTimer: LoopTimer?
  private var partingTimer: LoopTimer?
  private var exitCode: Int32?
  /// Whether the server was asked for what the run is about.
  private var hasAsked = false
  /// Why there is no connection, if there is none.
  private var lossCause = DisconnectCause.silence
  /// Whether the server of the table this was at has stopped for good.
  private var isTableClosed = false
  private var claim: IdentityLock?
  /// Whether another program of this user plays here with the key, so that this one has a guest.
  private var isKeyTaken = false

  /// How a run ended.
  struct Ending: Hashable, Sendable {
    /// The exit code of a program that did nothing else.
    var code: Int32
    /// What has to be said of it; nil for nothing.
    var sentence: String?
    /// Whether the same is wanted once more: a match at another table.
    var wantsAnother = false
    /// Whether the table is gone for good, so that trying again leads nowhere.
    var isTableClosed = false
  }

  /// A run that has not begun.
  ///
  /// - Parameters:
  ///   - loop: the loop it lives on.
  ///   - clock: the display's time: where one display shows one thing after the other, all go by
  ///     the same clock.
  ///   - setup: what it is about.
  ///   - presenter: what shows it.
  ///   - joined: called when there is a room, before anything typed is read.
  ///   - done: gets how it ended, once.
  init(
    loop: EventLoop, clock: LocalClock, setup: Setup, presenter: any Presenter,
    joined: @escaping () -> Void = {},
    done: @escaping (Ending) -> Void
  ) {
    self.loop = loop
    self.clock = clock
    self.setup = setup
    self.presenter = presenter
    self.joined = joined
    self.done = done
  }

  /// Begins to connect.
  func start() {
    claimKey()
    let server = ServerName(host: setup.url.host, port: setup.url.port)
    let core = ClientCore(
      agent: setup.agent, name: setup.login.name,
      identity: setup.key.map { ClientIdentity(key: $0, server: server) },
      key: RandomBytes.make(32), hashing: .openSSL)
    let shell = ClientShell(
      machine: DrivenClient(core: core, driver: setup.driver), loop: loop, clock: clock,
      reconnectPolicy: setup.hasOwnServer ? nil : ReconnectPolicy()
    ) { [weak self] in self?.take($0) }
    self.shell = shell
    do throws(ConnectError) {
      try shell.connect(to: setup.url, trust: setup.login.trust)
    } catch {
      return finish(1, saying: error.description)
    }
  }

  /// Has a guest play where the person's own key is at play already; who names a key means it.
  private func claimKey() {
    guard case .person = setup.driver, setup.preferences.identity == .own, let key = setup.key
    else {
      return
    }
    claim = IdentityLock(key.publicKey, at: [setup.url] + [setup.sharedURL].compactMap { $0 })
    isKeyTaken = claim == nil
    if isKeyTaken { setup.key = nil }
  }

  /// What is typed is read once there is a room it can be about.
  private func listenToPerson() {
    guard setup.readsInput, input == nil else { return }
    input = loop.watch(fileDescriptor: STDIN_FILENO) { [weak self] in self?.readInput() }
    events = presenter.events.map {
      loop.watch(fileDescriptor: $0) { [weak self] in self?.refresh() }
    }
  }

  private var core: ClientCore? { shell?.machine.core }

  private func take(_ notice: ClientShell<DrivenClient<TerminalDriver>>.Notice) {
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
      // A later welcome is that of a connection that is back: what was asked is known.
      if case .person = setup.driver, !hasAsked { shell?.perform(setup.launch.command) }
      hasAsked = true
      lossCause = .silence
    case .joined:
      if isKeyTaken { presenter.tell(Wording.keyTaken, at: clock.now) }
      isKeyTaken = false
      listenToPerson()
      inviteCompanions()
    case .refused(.createRoom, let refusal), .refused(.joinRoom, let refusal),
      .refused(.quickMatch, let refusal):
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
      lossCause = DisconnectCause(closing, isWelcome: core.isWelcome)
    case .garbled(let problem):
      return finish(1, saying: "The server sent what this program cannot read: \(problem)")
    case .disconnected:
      return finish(
        exitCode ?? 1,
        saying: exitCode == nil ? lossSentence : nil)
    default: break
    }
    refresh()
  }

  /// Why the server closes for good, and what to do.
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
      "Your key is played with over a newer connection: play on there, or here as somebody else, "
        + "with --guest or --identity FILE."
    case .sessionTakenOver?: RefusalSentences().sentence(Refusal(.sessionTakenOver))
    default: Wording.plain(closing.reason)
    }
  }

  /// Why it ends although nobody wanted it to, and what to do.
  private var lossSentence: String {
    DisconnectMessage(url: "\(setup.url)", isOwnServer: setup.hasOwnServer, cause: lossCause)
      .sentence
  }

  /// Lets the bots in, once there is a room to let them into.
  private func inviteCompanions() {
    guard companions.isEmpty, let code = core?.table?.code else { return }
    for (index, companion) in setup.companions.enumerated() {
      let bot = Bot(level: companion.level, seed: drawSeed())
      let core = ClientCore(
        agent: botAgent, name: BotNames.all[index % BotNames.all.count], key: RandomBytes.make(32),
        hashing: .openSSL)
      let driver = BotDriver(bot, goal: .join(code: code), pace: companion.pace)
      let shell = ClientShell(
        machine: DrivenClient(core: core, driver: driver), loop: loop, clock: clock
      ) { _ in }
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
    // What was typed may wait for a moment without more.
    grant(presenter.read([], core, at: now))
    guard exitCode == nil else { return }
    presenter.refresh(core, at: now)
    refreshTimer?.cancel()
    refreshTimer = nil
    if presenter.isFinished { return leave(0) }
    guard let due = presenter.nextRefresh(core, after: now) else { return }
    refreshTimer = loop.schedule(after: max(due - now, .zero)) { [weak self] in self?.refresh() }
  }

  private func readInput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    let bytes = count > 0 ? Array(buffer[..<count]) : nil
    if bytes == nil {
      input?.cancel()
      input = nil
    }
    guard let core else { return }
    grant(presenter.read(bytes, core, at: clock.now))
    refresh()
  }

  private func grant(_ wishes: [TableWish]) {
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

  /// Leaves the room politely; whatever the server says to it, this ends soon.
  func leave(_ code: Int32 = 0) {
    guard exitCode == nil else { return }
    exitCode = code
    guard core?.table != nil else { return finish(code, saying: nil) }
    shell?.perform(.leaveRoom)
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
    input?.cancel()
    events?.cancel()
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
  /// Whether the server's tables end with it: it stops, and is not coming back.
  fileprivate var endsTable: Bool {
    switch RefusalCode(rawValue: code) {
    case .serverStopping?, .serverRestarting?, .serverDraining?: retryAfter == nil
    default: false
    }
  }
}
