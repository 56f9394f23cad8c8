// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

// Contradictory settings.

extension ServerSettings {
  /// A sentence per contradiction.
  var contradictions: [String] {
    var sentences: [String] = []
    if isOn(.inMemory), word(.data) != nil {
      sentences.append(
        "Give either --data or --in-memory, not both: \(told(.data)), and \(told(.inMemory)).")
    }
    if self[.publicName].words.count > PublicName.limit {
      sentences.append(
        "Give public-name at most \(PublicName.limit) times: \(place(.publicName)) has"
          + " \(self[.publicName].words.count).")
    }
    for (one, other) in [
      (ServerSetting.tlsCertificate, ServerSetting.tlsKey), (.tlsKey, .tlsCertificate),
    ] where word(one) != nil && word(other) == nil {
      sentences.append(
        "--tls-certificate and --tls-key go together: \(told(one)), and there is no \(other.name).")
    }
    if isOn(.tlsSelfSigned), word(.tlsCertificate) != nil {
      sentences.append(
        "Give either --tls-self-signed or a certificate, not both: \(told(.tlsSelfSigned)), and"
          + " \(told(.tlsCertificate)).")
    }
    if let metrics, metrics == listen, listen.port != 0 {
      sentences.append(
        "--metrics and --listen need ports of their own: \(told(.metrics)), and \(told(.listen)).")
    }
    return sentences + [socketProblem].compactMap { $0 }
  }

  /// The problem with the admin socket's path; nil if it is valid.
  private var socketProblem: String? {
    let limit = AdminSocketPath.longest
    guard let path = adminSocket, path.utf8.count > limit else { return nil }
    let whose =
      word(.adminSocket) == nil
      ? "in the data folder, set by \(place(.data))" : "set by \(place(.adminSocket))"
    return
      "The admin socket's path has \(path.utf8.count) bytes and may have at most \(limit)"
      + " (\(path.printable(limit: 200)), \(whose)): choose a shorter admin-socket."
  }

  /// The source of a setting, for people.
  func place(_ setting: ServerSetting) -> String { self[setting].source.place(of: setting) }

  /// A setting with its value and source.
  private func told(_ setting: ServerSetting) -> String {
    let value = self[setting].words.joined(separator: ", ").printable(limit: 80)
    return "\(setting.name) is \(value) (\(place(setting)))"
  }
}
