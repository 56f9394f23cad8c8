// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
