// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Runs one workload a number of times and nothing else: for callgrind, where the counts of two runs
// differ by exactly the cost of the additional operations, and for counting allocations.
//
//   interpolation-probe                 lists the workloads
//   interpolation-probe NUMBER COUNT    runs one of them, prints allocations per operation
//   interpolation-probe time            prints the median nanoseconds of each beside its budget

internal import AllocationCounter
internal import Glibc
internal import InterpolationWorkloads

/// A number as wide as `width`, with one decimal.
func column(_ number: Double, _ width: Int) -> String {
  let text = "\((number * 10).rounded() / 10)"
  return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// The median over 31 runs of the nanoseconds one operation takes.
func medianNanoseconds(_ workload: Workload) -> Double {
  let (run, count) = (workload.prepare(), workload.budgetNanoseconds ?? 0 > 10000 ? 100 : 10000)
  var sink = run(count)
  let times = (0..<31).map { _ in
    let elapsed = ContinuousClock().measure { sink += run(count) }
    return (elapsed / .nanoseconds(1)) / Double(count)
  }
  precondition(!sink.isNaN, "A workload computed something that is not a number.")
  return times.sorted()[15]
}

let workloads = Workload.all
let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
  for (number, workload) in workloads.enumerated() { print(number, workload.name) }
} else if arguments == ["time"] {
  print("  median ns   budget ns  workload")
  for workload in workloads {
    let budget = workload.budgetNanoseconds.map { column($0, 11) } ?? "          -"
    print(column(medianNanoseconds(workload), 11), budget, "", workload.name)
  }
} else if let number = arguments.first.flatMap({ Int($0) }), workloads.indices.contains(number),
  let count = arguments.dropFirst().first.flatMap({ Int($0) }), count > 0
{
  let run = workloads[number].prepare()
  _ = run(1)
  let before = allocation_count()
  precondition(before > 0, "Swift's runtime allocates; but none was counted.")
  let sum = run(count)
  let allocations = allocation_count() - before
  print(Double(allocations) / Double(count), sum.isFinite ? "" : "not finite")
} else {
  print("Name a workload's number and a count, or `time`.")
  exit(2)
}
