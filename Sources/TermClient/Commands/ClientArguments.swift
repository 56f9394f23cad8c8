// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets
import MatchClient

/// What every command that connects to a server takes.
struct ServerArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The name others see.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Trust the server whose certificate has this fingerprint.", valueName: "sha256"),
    transform: fingerprint(from:))
  var tlsFingerprint: CertificateFingerprint?

  @Option(help: ArgumentHelp("Trust the authorities in this file, PEM.", valueName: "file"))
  var ca: String?

  func validate() throws {
    guard tlsFingerprint == nil || ca == nil else {
      throw ValidationError("Give either --tls-fingerprint or --ca, not both.")
    }
  }

  private var trust: ConnectOptions.Trust {
    if let tlsFingerprint { return .fingerprint(tlsFingerprint) }
    if let ca { return .certificateAuthority(file: ca) }
    return .system
  }

  /// As whom to play there; under `guest` where no name was given.
  ///
  /// - Throws: `ValidationError` if a certificate is to be checked where none will be shown: going
  ///   on in the clear is not what was asked for.
  func login(at url: ServerURL, guest: String = Login.userName) throws -> Login {
    guard url.isEncrypted || trust == .system else {
      throw ValidationError(
        "\(url) is not encrypted, so there is no certificate to check: say wss://, or leave "
          + "--tls-fingerprint and --ca out.")
    }
    return Login(name: name ?? guest, trust: trust)
  }
}

/// As whom to be at a server, and why to trust it.
struct Login: Hashable, Sendable {
  var name: String
  var trust = ConnectOptions.Trust.system

  /// The name the system knows the user by.
  static var userName: String {
    let user = getenv("USER").map { String(cString: $0) }
    let account = getpwuid(getuid())?.pointee.pw_name.map { String(cString: $0) }
    return userName(from: [user, account])
  }

  /// The first of some names that is one.
  ///
  /// Whoever has none is a player: a guest is who plays without a key.
  static func userName(from names: [String?]) -> String {
    let name = names.lazy.compactMap { $0?.harmless(limit: Wording.nameLimit) }
      .first { !$0.isEmpty }
    return name ?? "Player"
  }
}

/// A fingerprint from the command line.
private func fingerprint(from text: String) throws -> CertificateFingerprint {
  guard let fingerprint = CertificateFingerprint(text) else {
    throw ValidationError(
      "A fingerprint is 64 hexadecimal digits, with or without colons, as the server prints it.")
  }
  return fingerprint
}

/// How a command shows what happens.
struct OutputArguments: ParsableArguments {
  @Flag(help: "One sentence an event, no full screen; also without a terminal.")
  var plain = false

  @Flag(help: "One JSON object a line: the room, its base view, then each entry.")
  var json = false

  @Flag(help: "At the end, say what showing frames came to: bytes, times, frames skipped.")
  var stats = false

  func validate() throws {
    guard !(plain && json) else {
      throw ValidationError("Give either --plain or --json, not both.")
    }
  }

  /// Whether a person sits in front of this program, and can type.
  var hasPerson: Bool { OutputStyle.hasPerson }

  /// What to show with, given where standard input and output lead.
  var style: OutputStyle {
    if json { return .json }
    return plain ? .plain : .ofTerminal
  }
}

/// How things are shown.
enum OutputStyle {
  case screen
  case plain
  case json

  /// Whether a person sits in front of this program: they type, wherever its output goes.
  static var hasPerson: Bool { isatty(STDIN_FILENO) != 0 }

  /// Whether somebody plays whose only view of the match is standard error: what is printed for
  /// programs goes elsewhere.
  static var hasBlindPerson: Bool {
    hasPerson && isatty(STDOUT_FILENO) == 0 && isatty(STDERR_FILENO) != 0
  }

  /// A screen where standard input and output lead to a terminal that has one, else sentences.
  static var ofTerminal: OutputStyle {
    let term = getenv("TERM").map { String(cString: $0) }
    let isDumb = term == nil || term == "dumb"
    return isDumb || !hasPerson || isatty(STDOUT_FILENO) == 0 ? .plain : .screen
  }
}
