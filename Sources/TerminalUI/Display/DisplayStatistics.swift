// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Statistics of the frames shown on a terminal.
package struct DisplayStatistics: Hashable, Sendable {
  /// Minimum, maximum and sum of a series.
  package struct Spread: Hashable, Sendable {
    private(set) var least = Int.max
    private(set) var most = 0
    private(set) var sum = 0
    private(set) var count = 0

    mutating func add(_ value: Int) {
      least = min(least, value)
      most = max(most, value)
      sum += value
      count += 1
    }

    /// The mean, rounded; 0 if nothing was recorded.
    var mean: Int { count == 0 ? 0 : (sum + count / 2) / count }

    fileprivate var json: String {
      "{\"min\":\(count == 0 ? 0 : least),\"avg\":\(mean),\"max\":\(most)}"
    }
  }

  /// Bytes per frame sent.
  private(set) var bytes = Spread()
  /// Microseconds to encode each frame, including frames without bytes.
  private(set) var painting = Spread()
  /// Microseconds until each answer.
  private(set) var roundTrip = Spread()
  /// Frames, at 60 a second, that were merged with a later one.
  private(set) var skipped = 0

  /// Records a painted frame; it was sent if it has any bytes.
  mutating func painted(_ bytes: Int, in duration: Duration) {
    painting.add(duration.inMicroseconds)
    if bytes > 0 { self.bytes.add(bytes) }
  }

  /// Records an answer.
  mutating func answered(after duration: Duration) {
    roundTrip.add(duration.inMicroseconds)
  }

  /// Records how late a frame in motion was.
  mutating func late(by duration: Duration) {
    skipped += max(duration.inMicroseconds / 16_667, 0)
  }

  /// A readable table, then one line of JSON.
  package var report: String {
    let rows: [(String, Spread)] = [
      ("bytes a frame", bytes), ("painting, µs", painting), ("round trip, µs", roundTrip),
    ]
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 0)) + text
    }
    var lines = ["\(bytes.count) frames, \(bytes.sum) bytes, \(skipped) frames skipped"]
    lines.append(cell("", 15) + cell("min", 9) + cell("avg", 9) + cell("max", 9))
    for (name, spread) in rows where spread.count > 0 {
      lines.append(
        name + String(repeating: " ", count: 15 - name.count) + cell("\(spread.least)", 9)
          + cell("\(spread.mean)", 9) + cell("\(spread.most)", 9))
    }
    lines.append(json)
    return lines.joined(separator: "\n")
  }

  /// The statistics as a JSON object.
  package var json: String {
    "{\"frames\":\(bytes.count),\"skipped\":\(skipped),\"bytes\":\(bytes.json),"
      + "\"painting_us\":\(painting.json),\"round_trip_us\":\(roundTrip.json)}"
  }
}

extension Duration {
  /// The duration in whole microseconds, rounded towards zero.
  fileprivate var inMicroseconds: Int { Int(self / .microseconds(1)) }
}
