// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Crypto
import Glibc
import LibWebSockets
import MatchClient
import MatchUI
import TerminalUI

/// Options of every command that connects to a server.
struct ServerArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The name others see.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Trust the server certificate with this fingerprint.", valueName: "sha256"),
    transform: fingerprint(from:))
  var tlsFingerprint: CertificateFingerprint?

  @Option(
    help: ArgumentHelp("Trust the certificate authorities in this PEM file.", valueName: "file"))
  var ca: String?

  func validate() throws {
    guard tlsFingerprint == nil || ca == nil else {
      throw ValidationError("Use either --tls-fingerprint or --ca, not both.")
    }
  }

  private var trust: ConnectOptions.Trust {
    if let tlsFingerprint { return .fingerprint(tlsFingerprint) }
    if let ca { return .certificateAuthority(file: ca) }
    return .system
  }

  /// The name, `guest` if none was given, and how to trust the server.
  ///
  /// - Throws: `ValidationError` for a certificate option with an unencrypted address: connecting
  ///   in the clear is not what was asked for.
  func login(at url: ServerURL, guest: String = Login.userName) throws -> Login {
    guard url.isEncrypted || trust == .system else {
      throw ValidationError(
        "\(url) is not encrypted, so there is no certificate to check: use wss://, or leave "
          + "out --tls-fingerprint and --ca.")
    }
    return Login(name: name ?? guest, trust: trust)
  }
}

/// The name to use at a server, and how to trust the server.
struct Login: Hashable, Sendable {
  var name: String
  var trust = ConnectOptions.Trust.system

  /// The user's name on this system.
  static var userName: String {
    let user = getenv("USER").map { String(cString: $0) }
    let account = getpwuid(getuid())?.pointee.pw_name.map { String(cString: $0) }
    return userName(from: [user, account])
  }

  /// The first usable name, else `Player`, because a guest is somebody who plays without a key.
  static func userName(from names: [String?]) -> String {
    let name = names.lazy.compactMap { $0?.harmless(limit: Wording.nameLimit) }
      .first { !$0.isEmpty }
    return name ?? "Player"
  }
}

/// Parses a fingerprint from the command line.
private func fingerprint(from text: String) throws -> CertificateFingerprint {
  guard let fingerprint = CertificateFingerprint(text) else {
    throw ValidationError(
      "A fingerprint is 64 hexadecimal digits, with or without colons, as the server prints it.")
  }
  return fingerprint
}

/// Output options of a command that shows a match.
struct OutputArguments: ParsableArguments {
  @Flag(help: "Print one sentence per event instead of a full screen; default without a terminal.")
  var plain = false

  @Flag(help: "Print one JSON object per line: the room, its base view, then each entry.")
  var json = false

  @Flag(help: "At the end, print frame statistics: bytes, times, skipped frames.")
  var stats = false

  func validate() throws {
    guard !(plain && json) else {
      throw ValidationError("Use either --plain or --json, not both.")
    }
  }

  /// Whether a person can type.
  var hasPerson: Bool { OutputStyle.hasPerson }

  /// The chosen style, or the default for this standard input and output.
  var style: OutputStyle {
    if json { return .json }
    return plain ? .plain : .ofTerminal
  }
}

/// How a match is shown.
enum OutputStyle {
  case screen
  case plain
  case json

  /// Whether a person can type: standard input is a terminal, wherever the output goes.
  static var hasPerson: Bool { isatty(STDIN_FILENO) != 0 }

  /// Whether a person plays with standard error as their only view of the match, because standard
  /// output goes to a file or a program.
  static var hasBlindPerson: Bool {
    hasPerson && isatty(STDOUT_FILENO) == 0 && isatty(STDERR_FILENO) != 0
  }

  /// `screen` if standard input and output are a capable terminal, else `plain`.
  static var ofTerminal: OutputStyle {
    let term = getenv("TERM").map { String(cString: $0) }
    let isDumb = term == nil || term == "dumb"
    return isDumb || !hasPerson || isatty(STDOUT_FILENO) == 0 ? .plain : .screen
  }
}
