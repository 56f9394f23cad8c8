// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// One row of a vector file: a track, a time, and the expected sample.
struct TrackRow: Hashable, Sendable {
  /// The row's name.
  var id: String
  /// The track, in the grammar of ``TrackGrammar``.
  var track: String
  /// The sampled time, in seconds.
  var time: Double
  /// The expected value: within 1e-9, relative or absolute.
  var value: Double
  /// The expected velocity per second: within 1e-7, relative or absolute.
  var velocity: Double

  /// Parses `line`: five comma-separated fields, of which the second may be quoted.
  init(line: some StringProtocol) throws(GrammarError) {
    let fields = Self.fields(line)
    guard fields.count == 5 else { throw .wrongFieldCount(count: fields.count) }
    id = fields[0]
    track = fields[1]
    time = try TrackGrammar.number(fields[2])
    value = try TrackGrammar.number(fields[3])
    velocity = try TrackGrammar.number(fields[4])
  }

  /// The difference of the track's sample; nil for none.
  func difference() throws(GrammarError) -> String? {
    let track = try TrackGrammar.track(track)
    let (value, velocity) = (track.value(at: time), track.velocity(at: time))
    if value.meets(self.value), velocity.meets(self.velocity, within: 1e-7) { return nil }
    return "expected \(self.value) with velocity \(self.velocity), "
      + "got \(value) with velocity \(velocity)"
  }

  /// The fields of a line of CSV; a quote within quotes is doubled.
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
  /// Checks every row of `text`; a first line that begins with `id,` is the header.
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
