// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@Suite("A rule of the repository", .timeLimit(.minutes(1)))
struct RuleTests {
  @Test("holds in this checkout", arguments: Rule.all)
  func holds(rule: Rule) throws {
    let findings = rule.findings(try Repository.checkout.get())
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test("finds nothing in a conforming repository", arguments: Rule.all)
  func passes(rule: Rule) {
    #expect(rule.findings(rule.passing) == [])
  }

  @Test("reports each violation", arguments: Rule.all)
  func fails(rule: Rule) {
    #expect(!rule.expected.isEmpty)
    #expect(rule.findings(rule.failing).map(\.place) == rule.expected)
  }

  @Test("checks files that were really read")
  func readsTheCheckout() throws {
    let repository = try Repository.checkout.get()
    for path in ["Makefile", "Package.swift", ".ci/run", "Sources/Game/FeatureCheck.swift"] {
      #expect(repository[path] != nil, "\(path) was not found.")
    }
    #expect(!repository.files.contains { $0.isIn(".git") || $0.isIn(".build") })
  }
}
