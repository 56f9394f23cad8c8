// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab clock-table`.
struct ClockTableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock-table",
    abstract: "Compares ways of telling the server's time over simulated lines, as CSV.",
    discussion: """
      Each row is many sessions of three minutes: how far the shown time was off beyond what \
      uneven routes hide (after ten seconds), how long until it was right to 10 ms for 5 s, and \
      the largest jump between two frames. Rows named after-sleep count from when the machine \
      wakes after half a minute. Convergence leaves out joins into a full queue, because until \
      that has drained nobody can know.
      """)

  @Option(help: "How many sessions a row has.")
  var trials = 200

  @Flag(help: "Count joins into a full queue for convergence as well.")
  var everyJoin = false

  @Flag(
    help: """
      Add how far it was off altogether, how far a clock that knows all that can be known would be, \
      what the client says it may be off, and how often it was off by a millisecond more than that.
      """)
  var bounds = false

  mutating func validate() throws {
    guard (1...100_000).contains(trials) else {
      throw ValidationError("A row needs at least one session, and at most 100000.")
    }
  }

  mutating func run() async {
    let table = ClockTable(trials: trials, countsCongestedJoins: everyJoin)
    let cells = ClockTable.cells
    let rows = await withTaskGroup(of: (Int, ClockTable.Row).self) { group in
      for (index, cell) in cells.enumerated() { group.addTask { (index, table.row(cell)) } }
      return await group.reduce(into: [Int: ClockTable.Row]()) { $0[$1.0] = $1.1 }
    }
    print(
      ClockTable.header + (bounds ? ",total_p99_ms,perfect_p99_ms,bound_p50_ms,beyond_bound" : ""))
    for index in cells.indices {
      guard let row = rows[index] else { continue }
      let extra = [
        row.totalP99.fixed(2), row.perfectP99.fixed(2), row.boundP50.fixed(2), row.broken.fixed(6),
      ]
      print(([row.description] + (bounds ? extra : [])).joined(separator: ","))
    }
  }
}
