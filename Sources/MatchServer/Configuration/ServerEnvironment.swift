// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@preconcurrency import Glibc
import Protocol

/// The environment variables of Facedown.
struct ServerEnvironment: Hashable, Sendable {
  /// Names the configuration file.
  static let fileVariable = ServerSetting.variablePrefix + "CONFIG"

  /// Non-empty variables, by name.
  let variables: [String: String]

  /// The non-empty Facedown variables among `variables`.
  init(_ variables: [String: String]) {
    self.variables = variables.filter {
      $0.key.hasPrefix(ServerSetting.variablePrefix) && !$0.value.isEmpty
    }
  }

  /// This process's environment.
  static var ofProcess: ServerEnvironment {
    var variables: [String: String] = [:]
    var next = environ
    while let line = next.pointee {
      let parts = String(cString: line).split(separator: "=", maxSplits: 1)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      next += 1
    }
    return ServerEnvironment(variables)
  }

  /// The configuration file, if set.
  var file: String? { variables[Self.fileVariable] }

  /// Warnings about variables that look like misspelt settings.
  ///
  /// Other variables may belong to the client or to tests.
  var warnings: [String] {
    let prefix = ServerSetting.variablePrefix
    let known = (ServerSetting.all.map(\.variable) + [Self.fileVariable])
      .map { String($0.dropFirst(prefix.count)) }
    return variables.keys.sorted().compactMap { variable in
      let name = String(variable.dropFirst(prefix.count))
      guard !known.contains(name), let near = NearestName.of(name, among: known) else { return nil }
      return "\(variable.printable(limit: 80)) is ignored: there is no such setting."
        + " Did you mean \(prefix)\(near)?"
    }
  }
}
