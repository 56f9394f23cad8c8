// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A page of prose with a conversation in its fenced blocks of kind `session`, line by line.
///
/// A line is an event (`ann opens`, `ann hears nothing`, `ann is lost`, `1.5 s pass`, `the server
/// stops`), a client's message (`ann > {...}`), or the server's answer (`ann ben < {...}`).
struct WorkedSession {
  /// One line of a conversation.
  enum Line: Equatable {
    /// A client connects.
    case opens(String)
    /// Messages to a client are lost from here on.
    case hearsNothing(String)
    /// A client's connection breaks.
    case isLost(String)
    /// A client sends a message.
    case says(String, String)
    /// Time passes.
    case passes(Duration)
    /// The server stops.
    case stops
    /// A message from the server; not carried out, because it follows from the other lines.
    case answer
  }

  /// A line that cannot be read.
  struct Unreadable: Error, CustomStringConvertible {
    let line: String
    var description: String { "\"\(line)\" is no line of a worked session." }
  }

  let page: String

  /// The page with every message as clients and server send it now.
  func replayed() throws -> String {
    var replay = SessionReplay()
    var lines: [String] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside = line == "```session"
        lines.append(line)
      } else if isInside {
        lines += try replay.perform(Self.read(line), as: line)
      } else {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Parses a line of a block.
  static func read(_ line: String) throws -> Line {
    if let said = line.firstMatch(of: /^([a-z]+) > (.+)$/) {
      return .says(String(said.1), String(said.2))
    }
    if line.contains(/^[a-z]+( [a-z]+)* < ./) { return .answer }
    if let opens = line.firstMatch(of: /^([a-z]+) opens$/) { return .opens(String(opens.1)) }
    if let lost = line.firstMatch(of: /^([a-z]+) is lost$/) { return .isLost(String(lost.1)) }
    if let deaf = line.firstMatch(of: /^([a-z]+) hears nothing$/) {
      return .hearsNothing(String(deaf.1))
    }
    if let passes = line.firstMatch(of: /^([0-9.]+) s pass$/), let seconds = Double(passes.1) {
      return .passes(.microseconds(Int64((seconds * 1_000_000).rounded())))
    }
    if line == "the server stops" { return .stops }
    throw Unreadable(line: line)
  }
}
