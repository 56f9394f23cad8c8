// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// The lab programs that other experiments use.
@Suite("Measured matches", .timeLimit(.minutes(2)))
struct MeasuredMatchTests {
  @Test("measuring clients play a match and record each flip from the press to the face")
  func flips() async throws {
    let (found, _) = try await Programs.withServer { server in
      let (codes, code) = AsyncStream<String>.makeStream()
      async let first = Programs.run(
        "facedown-lab", ["measure", server.url, "--create", "1", "--seconds", "6"]
      ) { line in
        if let room = value(of: "room", in: line), line.contains(#""event":"room""#) {
          code.yield(room)
        }
      }
      guard let room = await codes.first(where: { _ in true }) else { throw ProgramError.noCode }
      let second = try await Programs.run(
        "facedown-lab", ["measure", server.url, "--join", room, "--name", "Ben", "--seconds", "4"])
      return [try await first, second]
    }
    for client in found {
      #expect(client.code == 0, "\(client.errors)")
      #expect(client.lines.contains { $0.contains(#""event":"clock""#) })
      #expect(client.lines.contains { $0.contains(#""event":"exchange""#) })
      let flips = client.lines.filter { $0.contains(#""event":"flip""#) }
      #expect(!flips.isEmpty)
      for flip in flips {
        let arrived = try #require(number(of: "arrived", in: flip))
        #expect(number(of: "faced", in: flip).map { $0 > arrived } == true, "\(flip)")
        guard let pressed = number(of: "pressed", in: flip) else { continue }
        #expect(number(of: "moved", in: flip).map { $0 > pressed } == true, "\(flip)")
      }
    }
    let pressed = found.flatMap(\.lines).filter { number(of: "pressed", in: $0) != nil }
    #expect(!pressed.isEmpty)
  }

  @Test("a relay prints its address, and ends with its input")
  func relay() async throws {
    let (relay, _) = try await Programs.withServer { server in
      try await Programs.run("facedown-lab", ["relay", server.url, "--rtt", "40"])
    }
    #expect(relay.code == 0, "\(relay.errors)")
    #expect(
      relay.lines.first.flatMap { value(of: "url", in: $0) }?.hasPrefix("ws://127.0.0.1:") == true)
    let far = try await Programs.run("facedown-lab", ["relay", "ws://192.0.2.1:7777"])
    #expect(far.code != 0 && far.errors.contains("on this machine"))
  }
}

/// The whole number of a key in a line of flat JSON, or nil.
private func number(of key: String, in line: String) -> Int? {
  guard let start = line.firstRange(of: "\"\(key)\":")?.upperBound else { return nil }
  return Int(line[start...].prefix { $0.isNumber || $0 == "-" })
}
