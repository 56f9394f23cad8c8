// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// One setting of a server, with everything there is to know about it.
///
/// The single source for flags, environment, file, help and `facedown-server config`.
struct ServerSetting: Hashable, Sendable {
  /// When a new value takes effect in a running server.
  enum Change: Hashable, Sendable {
    /// At once, on reload.
    case atOnce
    /// For connections made from then on; existing ones keep what their welcome said.
    case forNewConnections
    /// After a restart.
    case atStart
  }

  /// Its name: the key in the file, and the flag after two hyphens.
  let name: String
  /// One sentence for the help.
  let abstract: String
  /// More for the help.
  var discussion = ""
  /// The placeholder of its value in the help.
  var valueName = ""
  /// The form of its values.
  let form: SettingForm
  /// The default: at most one word, unless it is a list.
  var standard: [String] = []
  /// The default in the help, if it depends on the machine.
  var standardInWords = ""
  /// Whether it may have several values.
  var isList = false
  /// When a new value takes effect.
  var change = Change.atStart

  /// Its environment variable.
  var variable: String { Self.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : $0 } }

  /// Its flag.
  var flag: String { "--" + name }

  /// Its help on the command line.
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

  /// The prefix of all variables, including the client's.
  static let variablePrefix = "FACEDOWN_"

  /// The setting with a name.
  static func named(_ name: String) -> ServerSetting? { all.first { $0.name == name } }

  /// All settings, in the order of listing.
  static let all =
    [
      listen, publicName, data, inMemory, wait, tlsCertificate, tlsKey, tlsSelfSigned, metrics,
      adminSocket, logFormat, logLevel,
    ] + processLimits + peerLimits + [allowOrigin, trustedProxy, behindProxy]
}

extension ServerSetting {
  /// A numeric limit.
  static func limit(
    _ name: String, _ abstract: String, _ range: ClosedRange<Int>, standard: Int,
    valueName: String = "count", change: Change = .atOnce
  ) -> ServerSetting {
    precondition(range.contains(standard), "The default of \(name) is out of its own range.")
    return ServerSetting(
      name: name, abstract: abstract, valueName: valueName, form: .number(range),
      standard: ["\(standard)"], change: change)
  }

  /// A switch.
  static func toggle(
    _ name: String, _ abstract: String, standard: Bool = false, change: Change = .atStart
  ) -> ServerSetting {
    ServerSetting(
      name: name, abstract: abstract, form: .toggle, standard: ["\(standard)"], change: change)
  }
}
