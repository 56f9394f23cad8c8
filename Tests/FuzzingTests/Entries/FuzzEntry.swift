// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Wire

/// A parser of untrusted bytes, and its properties.
///
/// libFuzzer looks for bytes that violate a property (`scripts/fuzz`); the tests replay the bytes
/// it kept. Not trapping is only the first: values round-trip, the cutting of a stream does not
/// matter, and refusals are sentences.
enum FuzzEntry: String, CaseIterable, Sendable {
  /// Client messages in JSON.
  case clientJSON = "client-json"
  /// Client messages in binary.
  case clientProto = "client-proto"
  /// Server messages in JSON.
  case serverJSON = "server-json"
  /// Server messages in binary.
  case serverProto = "server-proto"
  /// A saved log, parsed and drawn.
  case recording
  /// A replay file, with its own hash chain and with a correct one.
  case replay
  /// The text of a handshake: paths, origins, hosts, proxy headers, names.
  case handshake
  /// WebSocket frames, and the pieces of their messages.
  case frames
  /// A server's URL, with or without a room code.
  case link
  /// Terminal input.
  case keys
  /// A theme: a table of faces.
  case theme
  /// A settings file.
  case settings
  /// A server's configuration, in YAML.
  case configuration
  /// A request on the admin socket.
  case adminLine = "admin-line"
  /// Rows of a journal, from which rooms are restored.
  case journalRows = "journal-rows"
  /// A journal's whole file.
  case journalFile = "journal-file"
  /// Records of a world of several nodes, and the logs of its rooms.
  case world
  /// Several peers sending anything to one server.
  case server

  /// The maximum size of an input; more would only be slower.
  var limit: Int {
    switch self {
    case .link, .handshake: 512
    case .clientJSON, .clientProto, .frames, .keys, .settings, .theme, .configuration, .adminLine:
      4096
    case .serverJSON, .serverProto, .server, .journalRows, .world: 8192
    case .recording, .replay: 16_384
    case .journalFile: 65_536
    }
  }

  /// Parses bytes and checks all properties.
  ///
  /// - Returns: whether the bytes were accepted or refused.
  /// - Throws: `InvariantViolation`.
  func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    switch self {
    case .clientJSON: try MessageProperty.client(bytes, .json)
    case .clientProto: try MessageProperty.client(bytes, .proto)
    case .serverJSON: try MessageProperty.server(bytes, .json)
    case .serverProto: try MessageProperty.server(bytes, .proto)
    case .recording: try RecordingProperty.examine(bytes)
    case .replay: try ReplayProperty.examine(bytes)
    case .handshake: try HandshakeProperty.examine(bytes)
    case .frames: try FramesProperty.examine(bytes)
    case .link: try ConnectionProperty.examine(bytes)
    case .keys: try KeysProperty.examine(bytes)
    case .theme: try ThemeProperty.examine(bytes)
    case .settings: try SettingsProperty.examine(bytes)
    case .configuration: try ConfigurationProperty.examine(bytes)
    case .adminLine: try AdminLineProperty.examine(bytes)
    case .journalRows: try JournalRowsProperty.examine(bytes)
    case .journalFile: try JournalFileProperty.examine(bytes)
    case .world: try WorldProperty.examine(bytes)
    case .server: try ServerProperty.examine(bytes)
    }
  }
}

/// The outcome of parsing.
enum Verdict: Hashable, Sendable {
  /// Accepted.
  case read
  /// Refused with a reason.
  case refused
}
