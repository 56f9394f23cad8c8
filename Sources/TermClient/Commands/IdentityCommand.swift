// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Protocol

/// `facedown identity`: the key one plays with, and where it is.
struct IdentityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identity",
    abstract: "Show the key that servers know you by.",
    discussion: """
      The key is made when it is first needed. Whoever has the file plays as you: copy it to play \
      as the same player on another machine, and keep it to yourself. Without it nobody can tell \
      that you are you.
      """)

  @Option(help: ArgumentHelp("Make a new key in this file, and show that.", valueName: "file"))
  var make: String?

  @OptionGroup var who: IdentityArguments

  func validate() throws {
    guard make == nil || (!who.guest && who.identity == nil) else {
      throw ValidationError("Give --make alone.")
    }
    guard make != "" else { throw ValidationError("--make names no file.") }
  }

  func run() throws {
    let settings = ResolvedSettings.ofProcess(
      flags: [.identity: make ?? who.word].compactMapValues { $0 })
    settings.tellWarnings()
    if let make { try makeKey(in: KeyFile(path: make.wholePath())) }
    let choice = make.map { IdentityChoice.file($0) } ?? settings.preferences.identity
    guard let file = try choice.file(environment: environmentVariable), let key = try choice.key()
    else {
      return StandardStream.output.put("You play as a guest: no server knows you again.")
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
