// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@preconcurrency import Glibc
import Protocol

/// The environment's variables, as far as they are about Facedown.
struct ServerEnvironment: Hashable, Sendable {
  /// Names the file the configuration is in.
  static let fileVariable = ServerSetting.variablePrefix + "CONFIG"

  /// Variables that say something, by name.
  let variables: [String: String]

  /// Those of `variables` that are about Facedown and say something.
  init(_ variables: [String: String]) {
    self.variables = variables.filter {
      $0.key.hasPrefix(ServerSetting.variablePrefix) && !$0.value.isEmpty
    }
  }

  /// What this process was given.
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

  /// Where the configuration's file is, if it says so.
  var file: String? { variables[Self.fileVariable] }

  /// What is to be said about variables that look like a setting of this server's and are none.
  ///
  /// Others are none of its business: the client has some, and so have the tests.
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
