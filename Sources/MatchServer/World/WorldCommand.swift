// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import JournalNATS
import JournalSQLite
import Protocol
import Settings

/// `facedown-server world`: puts a journal file into a world on NATS servers, and a world into a file.
struct WorldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "world",
    abstract: "Take matches from one machine to a world of several nodes, and back.",
    discussion: """
      The file has the form of a backup, so check, restore and verify serve it too. Everything goes \
      over that is kept: rooms, results, replays, sessions and bans. Matches that were running \
      resume, and the time between is given back. See docs/fleet.md.
      """, subcommands: [ImportCommand.self, ExportCommand.self])
}

/// The world of a command: the flags of a node that say where its world is.
struct WorldArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Configuration file, in YAML.", discussion: "See facedown-server serve --help.",
      valueName: "file"))
  var config: String?

  @OptionGroup(title: "World")
  var world: SettingArguments<WorldReachGroup>

  /// The options of the world for a command.
  ///
  /// - Throws: a sentence if something is missing or wrong.
  func options(for command: String) throws -> NATSJournalOptions {
    var given = GivenSettings(file: config, flags: world.items)
    given.isForWorld = true
    return try given.settingsOrExit().values.worldOptions(for: command).journalOptions()
  }
}

/// The flags that say where a world is.
enum WorldReachGroup: ServerGroup {
  static let settings = ServerSettings.worldSettings.filter {
    !["node-name", "node-url", "world-rest-hours"].contains($0.name)
  }
}

/// `facedown-server world import`: puts a journal file into an empty world.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Put a backup into a world that is empty.",
    discussion: """
      The file is checked first, as facedown-server check does, and is not changed. Nodes take no \
      part in the world before all of it is there. If the command is interrupted, run it again with \
      the same file: it goes on where it ended.
      """)

  @Argument(help: ArgumentHelp("The backup.", valueName: "file"))
  var file: String

  @OptionGroup
  var arguments: WorldArguments

  func run() async throws {
    let store = try NamedBackup.open(file)
    defer { store.close() }
    try Self.check(store, file)
    let options = try arguments.options(for: "import")
    let counts = try await WorldImport(of: store).run(options)
    guard !counts.wasThere else {
      return print("World \(options.world) has this journal already: nothing was done.")
    }
    print(
      "\(counts.rooms.counted("room")), \(counts.results.counted("result")), "
        + "\(counts.sessions.counted("session")) and \(counts.bans.counted("ban")) are in world "
        + "\(options.world): start its nodes.")
  }

  /// Checks a backup as `facedown-server check` does.
  ///
  /// - Throws: `CommandProblem` with the first problem.
  static func check(_ store: JournalStore, _ file: String) throws(CommandProblem) {
    var first: JournalCheck.Problem?
    let counts = JournalCheck(of: store) { first = first ?? $0 }.counts
    guard let first else { return }
    let found =
      counts.problems == 1
      ? "it has a problem" : "it has \(counts.problems) problems, the first"
    throw CommandProblem(
      "\(file.printable(limit: 300)) is not imported, because \(found): \(first.line) Run "
        + "facedown-server check for the details, and make another backup.")
  }
}

/// `facedown-server world export`: writes a world into a file.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a world into a file, in the form of a backup.",
    discussion: """
      Nodes may be running: each room is as it was at one moment, with every match that had ended. \
      The file appears when it is complete, and never replaces another one. If the command is \
      interrupted, run it again: it begins anew.
      """)

  /// What the file is called until it is complete.
  private static let draftSuffix = ".export-draft"

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"))
  var file: String

  @OptionGroup
  var arguments: WorldArguments

  @Flag(help: "Leave out rooms that cannot be read whole, and name them.")
  var acceptLoss = false

  func run() async throws {
    let options = try arguments.options(for: "export")
    let counts = try await export(options)
    for sentence in counts.damage {
      StandardError.write(Array("Warning: left out. \(sentence)\n".utf8))
    }
    print(
      "\(counts.rooms.counted("room")) with \(counts.entries.counted("entry", "entries")), "
        + "\(counts.results.counted("result")), \(counts.sessions.counted("session")) and "
        + "\(counts.bans.counted("ban")) of world \(options.world) are in "
        + "\(file.printable(limit: 300)).")
  }

  /// Exports a world into the file.
  func export(_ options: NATSJournalOptions) async throws -> WorldExport.Counts {
    let begin = ContinuousClock.now
    let path = BackupCommand.absolute(file)
    // Taken now, so that a name that cannot be used is told at once.
    let backup = try BackupFile(path, replaces: false, bytes: 0)
    defer { backup.discard() }
    let draft = path + Self.draftSuffix
    Self.remove(draft)
    defer { Self.remove(draft) }
    let store = try JournalStore(path: draft)
    defer { store.close() }
    let counts = try await WorldExport(to: store, acceptsLoss: acceptLoss).run(options)
    try store.settle()
    _ = try backup.finish(pages: try store.copy(to: backup), since: begin)
    return counts
  }

  private static func remove(_ draft: String) {
    for end in ["", "-wal", "-shm", "-journal", ".new"] { unlink(draft + end) }
  }
}
