// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import TerminalUI
import Wire

/// Parses the lines of a recording.
///
/// Blank lines and the client's own lines, `{"event":...}`, are skipped, except that the room's
/// code is taken from its line. As on the wire, unknown fields are ignored, and unknown events are
/// entries that change nothing.
struct RecordingReader {
  private var log: MatchLog?
  private var roomCode = ""
  private var line = 0

  /// Parses a whole file.
  ///
  /// - Throws: `RecordingError`, with the line at fault.
  static func read(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    guard bytes.count <= Recording.mostBytes else { throw .tooLarge(limit: Recording.mostBytes) }
    if ReplayFile.isMeant(by: bytes) { return try replay(bytes) }
    var reader = RecordingReader()
    var notice: Recording.Notice?
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      do throws(RecordingError) {
        try reader.take(bytes[start..<end])
      } catch {
        // An interrupted writer leaves an incomplete last line.
        guard end == bytes.endIndex, error.isOfCutLine, reader.log?.entries.isEmpty == false
        else { throw error }
        notice = .lastLineCut(line: reader.line)
      }
      start = end + 1
    }
    guard let log = reader.log else { throw .empty }
    return Recording(log: log, roomCode: reader.roomCode, notice: notice)
  }

  /// The recording in a replay file.
  private static func replay(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
    do throws(ReplayFileError) {
      return Recording(log: try ReplayFile.read(bytes).log)
    } catch {
      throw .replay(error)
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws(RecordingError) {
    line += 1
    guard bytes.count <= Recording.longestLine else {
      throw .lineTooLong(line: line, limit: Recording.longestLine)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw .notText(line: line)
    }
    guard !text.allSatisfy(\.isWhitespace) else { return }
    if text.hasPrefix(#"{"event":"#) { return remark(text) }
    // A first line that is not JSON means another kind of file, not a bad line.
    guard log != nil || text.hasPrefix("{") else { throw .notARecording }
    let read: LogLine
    do throws(WireError) { read = try LogLine(json: text) } catch {
      throw .malformed(line: line, error)
    }
    switch read {
    case .base(let view):
      guard log == nil else { throw .secondBase(line: line) }
      log = MatchLog(base: view)
    case .entry(let entry): try append(entry)
    }
  }

  /// Handles a line of the client's own.
  private mutating func remark(_ text: String) {
    guard roomCode.isEmpty, let start = text.firstRange(of: #""code":""#)?.upperBound else {
      return
    }
    roomCode = String(text[start...].prefix { $0 != "\"" }).harmless(limit: 20)
  }

  private mutating func append(_ entry: Entry) throws(RecordingError) {
    // Hold the only reference while it grows, to avoid a copy.
    var grown = log ?? MatchLog()
    guard log != nil || entry.seq == 1 else { throw .noBase(line: line, seq: entry.seq) }
    log = nil
    defer { log = grown }
    guard grown.entries.count < Recording.mostEntries else {
      throw .tooManyEntries(line: line, limit: Recording.mostEntries)
    }
    let last = grown.latest.seq
    guard grown.append(entry) else { throw .gap(line: line, after: last, next: entry.seq) }
  }
}

extension RecordingError {
  /// Whether a truncated line can cause this.
  fileprivate var isOfCutLine: Bool {
    switch self {
    case .notText, .malformed: true
    default: false
    }
  }
}
