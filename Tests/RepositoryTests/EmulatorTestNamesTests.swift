// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Tests over libvterm are compiled for `make check` only, and `scripts/test` selects them by name:
/// one with another name would never run.
@Suite("Tests over a terminal emulator", .timeLimit(.minutes(1)))
struct EmulatorTestNamesTests {
  @Test("have names that make check selects")
  func names() throws {
    let files = try Repository.checkout.get().swiftFiles
    let names = files.filter { $0.isIn("Tests") }.flatMap { file in
      file.text.components(between: "#if canImport(CVTerm)", and: "#endif").flatMap { part in
        part.matches(of: /@Test\b[^@]*?\bfunc (\w+)/).map { String($0.1) }
      }
    }
    #expect(names.count >= 7, "\(names)")
    #expect(names.filter { !$0.hasPrefix("emulator") } == [])
  }
}

extension String {
  fileprivate func components(between start: String, and end: String) -> [Substring] {
    split(separator: start, omittingEmptySubsequences: false).dropFirst()
      .map { $0.split(separator: end, maxSplits: 1).first ?? "" }
  }
}
