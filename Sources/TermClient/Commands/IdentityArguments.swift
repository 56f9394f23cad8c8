// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto

/// Identity options of every command that enters a match.
struct IdentityArguments: ParsableArguments {
  @Flag(help: "Play as a guest, without a key.")
  var guest = false

  @Option(
    help: ArgumentHelp(
      "Play with the key in this PEM file instead of your own.", valueName: "file"))
  var identity: String?

  func validate() throws {
    guard !(guest && identity != nil) else {
      throw ValidationError("Use either --guest or --identity, not both.")
    }
    guard identity != "" else { throw ValidationError("--identity needs a file name.") }
  }

  /// The flags as a value of the setting `identity`; nil if none is given.
  var word: String? {
    // A file named `own` or `guest` is a file, not the setting's value.
    if let identity { return identity.contains("/") ? identity : "./\(identity)" }
    return guest ? IdentityChoice.guest.word : nil
  }
}

extension ResolvedSettings {
  /// The key to play with; nil for a guest.
  ///
  /// Prints a notice if the user plays as a guest without having asked to.
  ///
  /// - Throws: `KeyFileError` if a key exists, or was named, and cannot be used.
  func keyToPlay() throws -> Ed25519PrivateKey? {
    let (key, notice) = try preferences.identity.keyToPlay()
    if let notice { StandardStream.error.say(notice) }
    return key
  }
}
