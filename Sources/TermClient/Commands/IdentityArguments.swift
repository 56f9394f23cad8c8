// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto

/// As whom to play: what every command takes that enters a match.
struct IdentityArguments: ParsableArguments {
  @Flag(help: "Play as a guest, without a key.")
  var guest = false

  @Option(
    help: ArgumentHelp(
      "Play with the key in this file, PEM, instead of your own.", valueName: "file"))
  var identity: String?

  func validate() throws {
    guard !(guest && identity != nil) else {
      throw ValidationError("Give either --guest or --identity, not both.")
    }
    guard identity != "" else { throw ValidationError("--identity names no file.") }
  }

  /// What the flags say, in the settings' word.
  var word: String? {
    // A file whose name is a word of the settings is a file all the same.
    if let identity { return identity.contains("/") ? identity : "./\(identity)" }
    return guest ? IdentityChoice.guest.word : nil
  }
}

extension ResolvedSettings {
  /// The key to play with; nil for a guest.
  ///
  /// Why a guest plays who did not ask to is told.
  ///
  /// - Throws: why a key is not taken.
  func keyToPlay() throws -> Ed25519PrivateKey? {
    let (key, notice) = try preferences.identity.keyToPlay()
    if let notice { StandardStream.error.say(notice) }
    return key
  }
}
