// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Crypto
import MatchUI
import Protocol
import Settings
import TerminalUI
import Wire

/// `facedown identity`: shows the user's key, or makes one.
struct IdentityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identity",
    abstract: "Show the key that servers know you by.",
    discussion: """
      The key is created when it is first needed. Anyone who has the file can play as you: copy it \
      to another machine to be the same player there, and keep it secret. A lost key cannot be \
      recovered.
      """)

  @Option(help: ArgumentHelp("Create a new key in this file and show it.", valueName: "file"))
  var make: String?

  @OptionGroup var who: IdentityArguments

  func validate() throws {
    guard make == nil || (!who.guest && who.identity == nil) else {
      throw ValidationError("Use --make without --guest and --identity.")
    }
    guard make != "" else { throw ValidationError("--make needs a file name.") }
  }

  func run() throws {
    let settings = ResolvedSettings.ofProcess(
      flags: [Preference(\.identity): make ?? who.word].compactMapValues { $0 })
    settings.printWarnings()
    if let make { try makeKey(in: KeyFile(path: make.wholePath())) }
    let choice = make.map { IdentityChoice.file($0) } ?? settings.preferences.identity
    guard let file = try choice.file(environment: environmentVariable), let key = try choice.key()
    else {
      return StandardStream.output.put("You play as a guest: servers will not recognise you.")
    }
    let id = KeyProof.playerID(of: key.publicKey)
    StandardStream.output.put("Fingerprint  \(Fingerprint.text(of: id))")
    StandardStream.output.put("Player       \(id)")
    StandardStream.output.put("Key          \(file.path.harmless(limit: 400))")
  }

  private func makeKey(in file: KeyFile) throws {
    guard try file.make(Ed25519PrivateKey()) else {
      StandardStream.error.say(
        "\(file.path) exists. Choose another name: a lost key cannot be recovered.")
      throw ExitCode(1)
    }
  }
}
