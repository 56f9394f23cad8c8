// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Files
import Glibc
import MatchUI
import TerminalUI

/// A film as a file, which ffmpeg encodes.
struct FilmFile: Hashable, Sendable {
  /// A file's format.
  enum Format: String, CaseIterable {
    case gif
    case png
    case webp
    case mp4

    /// What ffmpeg is told, after a filter.
    fileprivate func options(after filter: String) -> [String] {
      switch self {
      case .gif:
        [
          "-filter_complex",
          "\(filter),split[a][b];[a]palettegen=stats_mode=diff[p];"
            + "[b][p]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle",
          "-loop", "0", "-f", "gif",
        ]
      case .png: ["-vf", filter, "-plays", "0", "-f", "apng"]
      case .webp: ["-vf", filter, "-loop", "0", "-f", "webp"]
      case .mp4: ["-vf", filter, "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4"]
      }
    }
  }

  /// The path.
  let path: String
  private let format: Format

  /// The file at `path`; nil if its name does not end in a format's.
  init?(_ path: String) {
    let ending = path.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    guard path.contains("."), let format = Format(rawValue: ending.lowercased()) else { return nil }
    (self.path, self.format) = (path, format)
  }

  /// Its name for messages.
  var name: String { path.harmless(limit: 200) }

  /// Writes a film; an existing file is overwritten.
  ///
  /// - Throws: `QueryFailure` with a sentence that says what to do.
  func write(_ film: MatchFilm) throws(QueryFailure) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { throw QueryFailure(sentence: "There are too many open files: close some.") }
    let size = "\(film.width)x\(film.height)"
    let magnified = "scale=iw*\(film.magnification):-1:flags=neighbor"
    let words =
      [
        "ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size",
        size, "-framerate", "\(MatchFilm.framesPerSecond)", "-i", "pipe:0",
      ] + format.options(after: magnified) + ["file:\(path)"]
    let encoder = ChildProgram(words, input: ends[0])
    close(ends[0])
    defer { close(ends[1]) }
    guard let encoder else {
      throw QueryFailure(
        sentence: "A film is encoded by ffmpeg, which is missing (Debian: apt-get install ffmpeg).")
    }
    var film = film
    for moment in film.moments where !Self.send(film.frame(at: moment), to: ends[1]) { break }
    shutdown(ends[1], Int32(SHUT_WR))
    guard encoder.waitForEnd() == 0 else {
      throw QueryFailure(
        sentence: "ffmpeg could not write \(name), for the reason above: choose another file.")
    }
  }

  /// Sends all bytes; false if nobody reads them any more.
  private static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
