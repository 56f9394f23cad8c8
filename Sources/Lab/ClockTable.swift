// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting

/// The table of the ways of telling the server's time, over lines of all kinds.
public struct ClockTable: Sendable {
  /// A row's worth of trials.
  public struct Cell: Hashable, Sendable {
    /// Who tells the time.
    public var estimator: Estimator
    /// The round trip of the empty line.
    public var roundTripMilliseconds: Int
    /// Packets lost, in per cent.
    public var lossPercent: Int
    /// Whether the machine sleeps for half a minute, and all figures count from when it wakes.
    public var sleeps = false

    /// The trials of one estimator over one kind of line.
    public init(
      _ estimator: Estimator, roundTripMilliseconds: Int, lossPercent: Int, sleeps: Bool = false
    ) {
      self.estimator = estimator
      self.roundTripMilliseconds = roundTripMilliseconds
      self.lossPercent = lossPercent
      self.sleeps = sleeps
    }
  }

  /// What a row says; milliseconds and seconds.
  public struct Row: Sendable {
    /// Whose row it is.
    public var cell: Cell
    /// Off beyond the asymmetry, the middle value.
    public var excessP50 = 0.0
    /// Off beyond the asymmetry, the value one in a hundred is above.
    public var excessP99 = 0.0
    /// When it is right, the middle value.
    public var convergeP50 = 0.0
    /// When it is right, the value one in ten is above.
    public var convergeP90 = 0.0
    /// The largest jump between two frames.
    public var worstJump = 0.0
    /// Off altogether, the value one in a hundred is above.
    public var totalP99 = 0.0
    /// The same for a clock that knows all that can be known: what uneven routes hide.
    public var perfectP99 = 0.0
    /// The middle of what the client says it may be off.
    public var boundP50 = 0.0
    /// How often it was off by more than it said, as a share.
    public var broken = 0.0
  }

  /// The line that names the columns.
  public static let header =
    "estimator,rtt_ms,loss,excess_p50_ms,excess_p99_ms,converge_p50_s,converge_p90_s,"
    + "worst_jump_ms_per_frame"

  /// How many trials a row has.
  public var trials: Int
  /// Whether joins count for convergence although a queue was full just then.
  public var countsCongestedJoins: Bool

  /// A table of this many trials a row.
  public init(trials: Int, countsCongestedJoins: Bool = false) {
    self.trials = trials
    self.countsCongestedJoins = countsCongestedJoins
  }

  /// All rows of the table: every estimator over every line, then ours after a sleep.
  public static var cells: [Cell] {
    let lines = [20, 80, 200, 400].flatMap { roundTrip in [1, 2, 5].map { (roundTrip, $0) } }
    let steady = Estimator.allCases.flatMap { estimator in
      lines.map { Cell(estimator, roundTripMilliseconds: $0, lossPercent: $1) }
    }
    let asleep = lines.map {
      Cell(.ours, roundTripMilliseconds: $0, lossPercent: $1, sleeps: true)
    }
    return steady + asleep
  }

  /// Runs the trials of one row; the same for the same cell on every machine.
  public func row(_ cell: Cell) -> Row {
    let conditions = LinkConditions(
      roundTrip: .milliseconds(cell.roundTripMilliseconds), loss: Double(cell.lossPercent) / 100)
    var excess: [Double] = []
    var total: [Double] = []
    var perfect: [Double] = []
    var bounds: [Double] = []
    var convergence: [Double] = []
    var broken = 0
    var row = Row(cell: cell)
    for trial in 0..<trials {
      let seed = UInt64(trial) * 1000 + UInt64(cell.roundTripMilliseconds)
      let outcome = cell.estimator.outcome(conditions, seed: seed, sleeps: cell.sleeps)
      excess += outcome.excess
      total += outcome.total
      perfect += outcome.total.map { _ in outcome.hidden }
      bounds += outcome.bounds
      broken += outcome.broken
      row.worstJump = max(row.worstJump, outcome.worstJump)
      if countsCongestedJoins || !outcome.hasCongestedJoin {
        convergence.append(outcome.convergence)
      }
    }
    excess.sort()
    total.sort()
    perfect.sort()
    bounds.sort()
    convergence.sort()
    row.excessP50 = Self.percentile(excess, 50)
    row.excessP99 = Self.percentile(excess, 99)
    row.convergeP50 = Self.percentile(convergence, 50)
    row.convergeP90 = Self.percentile(convergence, 90)
    row.totalP99 = Self.percentile(total, 99)
    row.perfectP99 = Self.percentile(perfect, 99)
    row.boundP50 = Self.percentile(bounds, 50)
    row.broken = bounds.isEmpty ? 0 : Double(broken) / Double(bounds.count)
    return row
  }

  /// The value that `percent` of the sorted values are not above, between two by their distance;
  /// zero for none.
  static func percentile(_ sorted: [Double], _ percent: Double) -> Double {
    guard let last = sorted.last else { return 0 }
    let position = percent / 100 * Double(sorted.count - 1)
    let index = Int(position)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (position - Double(index))
  }
}

extension ClockTable.Row: CustomStringConvertible {
  /// The row as a line of the table.
  public var description: String {
    let name = cell.sleeps ? "\(cell.estimator.rawValue)-after-sleep" : cell.estimator.rawValue
    let numbers = [excessP50, excessP99, convergeP50, convergeP90].map { $0.fixed(2) }
    return "\(name),\(cell.roundTripMilliseconds),\(Double(cell.lossPercent).fixed(0)),"
      + numbers.joined(separator: ",") + ",\(worstJump.fixed(3))"
  }
}

extension Double {
  /// The number with so many digits behind the point.
  func fixed(_ digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }
}
