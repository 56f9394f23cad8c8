// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Reads a replay's lines one by one, after the heading.
struct ReplayReader {
  private var chain: ReplayChain
  private var base: MatchView?
  private var entries: [Entry] = []
  /// The number of the last line read; the heading is line 1.
  private var line = 1

  /// A reader before the first line.
  init(hashing: Hashing) { chain = ReplayChain(hashing: hashing) }

  /// Reads the next line, without its line feed.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(ReplayFileError) {
    line += 1
    guard bytes.count <= ReplayFile.longestLine else {
      throw .lineTooLong(line: line, limit: ReplayFile.longestLine)
    }
    let text = bytes.dropFirst(chain.hexadecimal.count + 1)
    chain.add(text)
    guard bytes.starts(with: chain.hexadecimal + [ReplayFile.space]) else {
      throw .changed(line: line, seq: base.map { $0.seq + UInt64(entries.count) + 1 })
    }
    let read: LogLine
    do throws(WireError) {
      read = try LogLine(json: String(decoding: text, as: UTF8.self))
    } catch {
      throw .malformed(line: line, error)
    }
    guard read.json.utf8.elementsEqual(text) else { throw .otherForm(line: line) }
    switch (read, base) {
    case (.base(let view), nil): try begin(view)
    case (.entry(let entry), let base?): try append(entry, to: base)
    case (.base, _?), (.entry, nil): throw .outOfPlace(line: line)
    }
  }

  private mutating func begin(_ view: MatchView) throws(ReplayFileError) {
    guard view == view.betweenMatches else { throw .outOfPlace(line: line) }
    base = view
  }

  private mutating func append(_ entry: Entry, to base: MatchView) throws(ReplayFileError) {
    guard entries.count < ReplayFile.mostEntries else {
      throw .tooManyEntries(line: line, limit: ReplayFile.mostEntries)
    }
    let last = (seq: entries.last?.seq ?? base.seq, at: entries.last?.at ?? base.at)
    guard entry.seq == last.seq + 1, entry.at >= last.at else {
      throw .gap(line: line, after: last.seq, next: entry.seq)
    }
    guard entry.opensMatch == entries.isEmpty, entries.last?.endsMatch != true else {
      throw .outOfPlace(line: line)
    }
    entries.append(entry)
  }

  /// The match, after the last line.
  func finish() throws(ReplayFileError) -> MatchRecord {
    guard let base, entries.last?.endsMatch == true,
      let record = MatchRecord(base: base, entries: entries)
    else { throw .cutOff(line: line + 1) }
    return record
  }
}
