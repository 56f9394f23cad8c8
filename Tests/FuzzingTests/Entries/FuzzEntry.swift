// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// Something that reads bytes of others, and what it promises whatever they are.
///
/// libFuzzer looks for bytes that break a promise (`scripts/fuzz`); the tests replay the bytes it
/// kept. A promise is more than not to trap: what is read is the same after another round trip, it
/// does not matter how a stream is cut, and what is refused is refused in a sentence.
enum FuzzEntry: String, CaseIterable, Sendable {
  /// What clients say, in JSON.
  case clientJSON = "client-json"
  /// What clients say, in binary.
  case clientProto = "client-proto"
  /// What a server says, in JSON.
  case serverJSON = "server-json"
  /// What a server says, in binary.
  case serverProto = "server-proto"
  /// A saved log, read and seen.
  case recording
  /// A match's file, with its chain as it is and a good one.
  case replay
  /// The text of a handshake: paths, origins, hosts, proxies' words, names.
  case handshake
  /// A WebSocket's frames, and the pieces of their messages.
  case frames
  /// The address of a server, perhaps with a room's code.
  case link
  /// A terminal's input.
  case keys
  /// A table of faces.
  case theme
  /// A file of settings.
  case settings
  /// A server's configuration, in YAML.
  case configuration
  /// What whoever runs a server asks it.
  case adminLine = "admin-line"
  /// Rows of a journal, and what rooms go on with.
  case journalRows = "journal-rows"
  /// A journal's whole file.
  case journalFile = "journal-file"
  /// Several peers who say anything at all to one server.
  case server

  /// The most bytes of an input; more would only be slower.
  var limit: Int {
    switch self {
    case .link, .handshake: 512
    case .clientJSON, .clientProto, .frames, .keys, .settings, .theme, .configuration, .adminLine:
      4096
    case .serverJSON, .serverProto, .server, .journalRows: 8192
    case .recording, .replay: 16_384
    case .journalFile: 65_536
    }
  }

  /// Reads bytes and looks whether all promises hold.
  ///
  /// - Returns: whether the bytes were something, or were refused.
  /// - Throws: `BrokenPromise`.
  func examine(_ bytes: [UInt8]) throws(BrokenPromise) -> Verdict {
    switch self {
    case .clientJSON: try MessagePromise.client(bytes, .json)
    case .clientProto: try MessagePromise.client(bytes, .proto)
    case .serverJSON: try MessagePromise.server(bytes, .json)
    case .serverProto: try MessagePromise.server(bytes, .proto)
    case .recording: try RecordingPromise.examine(bytes)
    case .replay: try ReplayPromise.examine(bytes)
    case .handshake: try HandshakePromise.examine(bytes)
    case .frames: try FramesPromise.examine(bytes)
    case .link: try LinkPromise.examine(bytes)
    case .keys: try KeysPromise.examine(bytes)
    case .theme: try ThemePromise.examine(bytes)
    case .settings: try SettingsPromise.examine(bytes)
    case .configuration: try ConfigurationPromise.examine(bytes)
    case .adminLine: try AdminLinePromise.examine(bytes)
    case .journalRows: try JournalRowsPromise.examine(bytes)
    case .journalFile: try JournalFilePromise.examine(bytes)
    case .server: try ServerPromise.examine(bytes)
    }
  }
}

/// What bytes came to.
enum Verdict: Hashable, Sendable {
  /// They were something.
  case read
  /// They were nothing, and that was said.
  case refused
}
