// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// One thing a server can be told, and all there is to know of it.
///
/// Flags, the environment, the file, help and `facedown-server config` read it here, and nowhere
/// else is anything of it said.
struct ServerSetting: Hashable, Sendable {
  /// When a new value counts for a server that runs.
  enum Change: Hashable, Sendable {
    /// As soon as the configuration is read again.
    case atOnce
    /// From then on for who connects; whoever is here goes on as it was told in its welcome.
    case forNewConnections
    /// When the server starts again.
    case atStart
  }

  /// What it is called: a key in the file, and with two hyphens before it a flag.
  let name: String
  /// What it is, in a sentence for help.
  let abstract: String
  /// What else there is to say of it.
  var discussion = ""
  /// What help calls its value.
  var valueName = ""
  /// What its values look like.
  let form: SettingForm
  /// What holds where nothing is said: one word at the most, unless it is a list.
  var standard: [String] = []
  /// What help says holds where nothing is said and that depends on the machine.
  var standardInWords = ""
  /// Whether it may have several values.
  var isList = false
  /// When a new value counts.
  var change = Change.atStart

  /// What it is called in the environment.
  var variable: String { Self.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : $0 } }

  /// What it is called on the command line.
  var flag: String { "--" + name }

  /// What a parser of the command line says of it.
  var help: ArgumentHelp {
    let standard = standardInWords.isEmpty ? standard.joined(separator: ", ") : standardInWords
    var facts = standard.isEmpty ? [] : ["default: \(standard)"]
    switch form {
    case .toggle: facts = standard == "true" ? facts : []
    case .number(let range): facts.insert("\(range.lowerBound) to \(range.upperBound)", at: 0)
    default: break
    }
    let addition = facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))"
    return ArgumentHelp(
      "\(abstract)\(addition)", discussion: discussion,
      valueName: valueName.isEmpty ? nil : valueName)
  }

  /// What all of the server's variables begin with, and those of the client's too.
  static let variablePrefix = "FACEDOWN_"

  /// The setting of a name.
  static func named(_ name: String) -> ServerSetting? { all.first { $0.name == name } }

  /// All of them, in the order in which they are listed.
  static let all =
    [
      listen, publicName, data, inMemory, wait, tlsCertificate, tlsKey, tlsSelfSigned, metrics,
      adminSocket, logFormat, logLevel,
    ] + processLimits + peerLimits + [allowOrigin, trustedProxy, behindProxy]
}

extension ServerSetting {
  /// A bound to keep, which is a number itself.
  static func limit(
    _ name: String, _ abstract: String, _ range: ClosedRange<Int>, standard: Int,
    valueName: String = "count", change: Change = .atOnce
  ) -> ServerSetting {
    ServerSetting(
      name: name, abstract: abstract, valueName: valueName, form: .number(range),
      standard: ["\(standard)"], change: change)
  }

  /// What is so or not, and is not unless somebody says so.
  static func toggle(
    _ name: String, _ abstract: String, standard: Bool = false, change: Change = .atStart
  ) -> ServerSetting {
    ServerSetting(
      name: name, abstract: abstract, form: .toggle, standard: ["\(standard)"], change: change)
  }
}
