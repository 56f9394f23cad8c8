// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@Suite("The repository keeps its rules", .timeLimit(.minutes(1)))
struct HouseRulesTests {
  @Test("in this checkout", arguments: Rule.all)
  func holds(rule: Rule) throws {
    let findings = rule.findings(try Repository.checkout.get())
    #expect(findings.isEmpty, "\(findings.map(\.description).joined(separator: "\n"))")
  }

  @Test("and a rule that is kept finds nothing", arguments: Rule.all)
  func staysSilent(rule: Rule) {
    #expect(rule.findings(rule.kept) == [])
  }

  @Test("and a rule that is broken says where", arguments: Rule.all)
  func canFail(rule: Rule) {
    #expect(!rule.places.isEmpty)
    #expect(rule.findings(rule.broken).map(\.place) == rule.places)
  }

  @Test("The checkout was really read")
  func readsTheCheckout() throws {
    let repository = try Repository.checkout.get()
    for path in ["LICENSE", "Makefile", "Package.swift", ".ci/run"] {
      #expect(repository[path] != nil, "\(path) was not found.")
    }
    #expect(repository.modules["Game"] != nil)
    #expect(!repository.files.contains { $0.isIn(".git") || $0.isIn(".build") })
  }
}

@Suite("The house's table", .timeLimit(.minutes(1)))
struct HouseTests {
  @Test("Every arrow points down, to a module that is in it")
  func arrowsPointDown() {
    for (row, room) in House.rooms.enumerated() {
      let below = House.rooms[(row + 1)...].map(\.name)
      #expect(Set(room.standsOn).subtracting(below) == [], "\(room.name)")
    }
  }

  @Test("A module reaches what is below what it stands on")
  func reachIsTransitive() throws {
    let stage = try #require(House.room("Stage"))
    #expect(House.reach(of: stage) == ["Game", "Interpolation"])
    let client = try #require(House.room("MatchClient"))
    #expect(House.reach(of: client).isSuperset(of: ["Game", "COpenSSL", "SwiftProtobuf"]))
  }

  @Test("An executable sees its library and no further")
  func executablesAreThin() throws {
    let main = try #require(House.room("facedown"))
    #expect(House.reach(of: main) == ["ArgumentParser", "TermClient"])
  }
}

@Suite("The ignore list", .timeLimit(.minutes(1)))
struct IgnoreListTests {
  @Test("covers names by pattern")
  func coversNames() {
    let list = IgnoreList("# Built.\n.build/\n.build-*/\n*.swp\n")
    #expect([".build", ".build-asan", ".a.swp"].allSatisfy(list.covers))
    #expect(!["build", "Sources", "# Built."].contains(where: list.covers))
  }

  @Test("says which patterns it would misunderstand")
  func knowsItsLimits() {
    #expect(IgnoreList("/a\n!b\nc/d\ne/\n").unsupported == ["/a", "!b", "c/d"])
  }

  @Test("understands the whole of .gitignore")
  func understandsOurs() throws {
    let text = try #require(try Repository.checkout.get()[".gitignore"]).text
    #expect(IgnoreList(text).unsupported == [])
  }
}
