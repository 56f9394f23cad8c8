// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Benchmark
import InterpolationWorkloads

// The plugin looks for a global of this name and type.
let benchmarks: @Sendable () -> Void = {
  for workload in Workload.all {
    let isLong = workload.budgetNanoseconds ?? 0 > 10000
    let run = workload.prepare()
    Benchmark(
      workload.name,
      configuration: .init(
        metrics: [.wallClock], timeUnits: .nanoseconds, scalingFactor: isLong ? .one : .kilo,
        maxDuration: .seconds(2))
    ) { benchmark in
      blackHole(run(benchmark.scaledIterations.count))
    }
  }
}
