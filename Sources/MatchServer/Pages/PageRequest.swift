// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Lobby

/// What a path and the rest of a request ask for.
enum PageRequest: Hashable {
  /// The HTML file.
  case document
  /// One of the files it refers to, by its path.
  case file(String)
  /// A QR code of the link to the room with this code, at `/web/qr/CODE.svg`.
  case qrCode(String)
  /// A sentence about the server, at `/` for programs.
  case description
  /// The HTML file, by a client that does not take HTML.
  case notHTML
  /// Nothing that there is.
  case unknown

  /// Reads a request: `/`, `/CODE`, `/CODE/watch`, also in capitals as in a QR code, and what begins
  /// with `/web/`.
  init(_ request: HTTPRequest) {
    let path = request.path
    let accepted = request.accept.map(Preferences.init)
    if path == "/" {
      // Programs that take anything, such as curl and the checks of proxies, get the sentence.
      self = accepted?.names("text/html") == true ? .document : .description
    } else if path.hasPrefix("/web/") {
      self = Self.codeOfPicture(path).map { .qrCode($0) } ?? .file(path)
    } else if Self.isRoom(path) {
      self = accepted?.take("text/html") ?? true ? .document : .notHTML
    } else {
      self = .unknown
    }
  }

  private static func codeOfPicture(_ path: String) -> String? {
    let (folder, ending) = ("/web/qr/", ".svg")
    guard path.hasPrefix(folder), path.hasSuffix(ending) else { return nil }
    let code = path.dropFirst(folder.count).dropLast(ending.count)
    return RoomCode.isWellFormed(code) ? String(code) : nil
  }

  private static func isRoom(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].isEmpty, RoomCode.isWellFormed(parts[1]) else { return false }
    return parts.count == 2 || parts.count == 3 && parts[2].lowercased() == "watch"
  }
}
