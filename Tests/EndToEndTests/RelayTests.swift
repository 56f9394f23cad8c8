// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// The relays in C that `scripts/bench relay` compares the server with.
@Suite("Relays", .timeLimit(.minutes(2)), .needs("cc"))
struct RelayTests {
  @Test(
    "relay everything that facedown-lab sends, and refuse a bad length",
    arguments: [("epoll", ["-lcrypto"]), ("lws", ["-lwebsockets", "-lev"])])
  func relay(_ name: String, _ libraries: [String]) async throws {
    let program = FileManager.default.temporaryDirectory
      .appending(path: "\(name)-relay-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: program) }
    let source = "\(Programs.checkout)/Benchmarks/Relays/\(name)-relay.c"
    let compiled = try await Programs.run(
      "cc",
      ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, source] + libraries)
    try #require(compiled.code == 0, "\(compiled.errors)")

    let run = try await Programs.run(
      "facedown-lab",
      [
        "load", "relay", program, "--rooms", "3", "--spectators", "3", "--rate", "20", "--seconds",
        "1", "--warm-up", "0", "--entry-bytes", "300",
      ])
    #expect(run.code == 0 && run.lines.count == 1, "\(run)")
    let line = run.lines.first ?? ""
    for part in ["\"entry_bytes\":300", "\"lost_entries\":0", "\"lost_connections\":0"] {
      #expect(line.contains(part), "\(line)")
    }

    for arguments in [[], ["7"], ["4097"], ["8x"], [""], ["8", "8"]] {
      let refused = try await Programs.run(program, arguments)
      #expect(refused.code == 2 && refused.errors.contains("from 8 to 4096"), "\(arguments)")
    }
  }

  @Test("are built only after the options of the bench were checked")
  func options() async throws {
    for (bench, rate) in [("relay", "--rate"), ("pings", "--ping-rate")] {
      for arguments in [["--tls"], [rate], ["--seconds", "x"], [rate, "1", "more"]] {
        let refused = try await Programs.run(
          "\(Programs.checkout)/scripts/bench", [bench] + arguments)
        #expect(refused.code == 2 && refused.errors.contains("bench \(bench): "), "\(refused)")
      }
    }
    for arguments in [["--tls"], ["--count"], ["--count", "0"], ["--spectators", "5x"]] {
      let refused = try await Programs.run(
        "\(Programs.checkout)/scripts/bench", ["input"] + arguments)
      #expect(refused.code == 2 && refused.errors.contains("bench input: "), "\(refused)")
    }
  }
}
