// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// One row of a file of vectors: a track, a time, and what must be shown then.
struct TrackRow: Hashable, Sendable {
  /// What names the row.
  var id: String
  /// The track, in the grammar of ``TrackGrammar``.
  var track: String
  /// When the track is sampled, in seconds.
  var time: Double
  /// The value to meet: within 1e-9, of it or absolutely.
  var value: Double
  /// The velocity per second to meet: within 1e-7, of it or absolutely.
  var velocity: Double

  /// The row in `line`, five fields separated by commas, of which the second may be quoted.
  init(line: some StringProtocol) throws(GrammarError) {
    let fields = Self.fields(line)
    guard fields.count == 5 else { throw .wrongFieldCount(count: fields.count) }
    id = fields[0]
    track = fields[1]
    time = try TrackGrammar.number(fields[2])
    value = try TrackGrammar.number(fields[3])
    velocity = try TrackGrammar.number(fields[4])
  }

  /// What is wrong with the track's sample; nil where it meets the row.
  func difference() throws(GrammarError) -> String? {
    let track = try TrackGrammar.track(track)
    let (value, velocity) = (track.value(at: time), track.velocity(at: time))
    if value.meets(self.value), velocity.meets(self.velocity, within: 1e-7) { return nil }
    return "expected \(self.value) moving by \(self.velocity), got \(value) moving by \(velocity)"
  }

  /// The fields of a line of comma-separated values; a quote within quotes is written twice.
  private static func fields(_ line: some StringProtocol) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

extension VectorReport {
  /// Runs every row of `text`; a first line that begins with `id,` is the header.
  init(running text: some StringProtocol) {
    self.init()
    let lines = text.split(whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where index > 0 || !line.hasPrefix("id,") {
      run(line)
    }
  }

  private mutating func run(_ line: some StringProtocol) {
    do {
      let row = try TrackRow(line: line)
      if let difference = try row.difference() {
        fail("\(row.id): \(difference), for \(row.track) at \(row.time).")
      } else {
        pass()
      }
    } catch {
      fail("\(line): \(error)")
    }
  }
}
