// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// What `make release` makes; `scripts/trial release` installs it on a clean machine.
@Suite("A release", .timeLimit(.minutes(2)))
struct ReleaseTests {
  private struct Pins: Decodable {
    struct Pin: Decodable {
      struct State: Decodable {
        var revision: String
        var version: String?
      }
      var identity: String
      var location: String
      var state: State
    }
    var pins: [Pin]
  }

  private struct Document: Decodable {
    struct Package: Decodable {
      var name: String
      var versionInfo: String?
      var licenseConcluded: String
      var downloadLocation: String
    }
    struct Relationship: Decodable {
      var spdxElementId: String
      var relationshipType: String
      var relatedSpdxElement: String
    }
    var spdxVersion: String
    var packages: [Package]
    var relationships: [Relationship]
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
    try JSONDecoder().decode(type, from: try Data(contentsOf: URL(filePath: path)))
  }

  /// Package.resolved of this build.
  private var pins: [Pins.Pin] {
    get throws { try decode(Pins.self, "\(Programs.checkout)/Package.resolved").pins }
  }

  /// The SBOM of this build's programs, made in `folder`.
  ///
  /// SwiftPM, which runs this test, cannot be asked: what it would print is made up from Package.resolved.
  private func bill(in folder: TemporaryFolder) async throws -> Finished {
    let dependencies = try pins.map { pin in
      let name = pin.location.split(separator: "/").last.map { $0.replacing(".git", with: "") }
      let path = "\(Programs.checkout)/.build/checkouts/\(name ?? "")"
      return #"{"identity":"\#(pin.identity)","path":"\#(path)","dependencies":[]}"#
    }
    let manifest = """
      {"targets": [
        {"name": "facedown", "dependencies": [
          {"byName": ["TermClient", null]},
          {"product": ["ArgumentParser", "swift-argument-parser", null, null]}]},
        {"name": "TermClient", "dependencies": [{"product": ["Yams", "Yams", null, null]}]},
        {"name": "facedown-server", "dependencies": []},
        {"name": "OtherTests", "dependencies": [{"product": ["GRDB", "GRDB.swift", null, null]}]}
      ]}
      """
    let script = "\(Programs.checkout)/deploy/release/sbom.py"
    return try await Programs.run(
      "/usr/bin/env",
      [
        "SOURCE_DATE_EPOCH=1700000000", "python3", "-B", script, "--version", "9.9.9",
        "--archive", try folder.write("archive", to: "facedown-9.9.9-linux-x86_64.tar.gz"),
        "--programs", Programs.home, "--stripped", Programs.home,
        "--manifest", try folder.write(manifest, to: "manifest.json"),
        "--dependencies",
        try folder.write(
          #"{"dependencies":[\#(dependencies.joined(separator: ","))]}"#, to: "dependencies.json"),
        "--resolved", "\(Programs.checkout)/Package.resolved",
      ])
  }

  @Test(
    "has an SBOM with each Swift package, its licence, and how it is used",
    .needs("python3", "nm", "readelf", "dpkg-query"))
  func packages() async throws {
    let folder = try TemporaryFolder()
    let made = try await bill(in: folder)
    try #require(made.code == 0, "\(made.errors)")
    let path = try folder.write(made.lines.joined(separator: "\n"), to: "sbom.json")
    let document = try decode(Document.self, path)
    #expect(document.spdxVersion == "SPDX-2.3")
    for pin in try pins {
      let entry = try #require(document.packages.first { $0.name == pin.identity })
      #expect(entry.versionInfo == pin.state.version)
      #expect(entry.downloadLocation.hasSuffix("@\(pin.state.revision)"))
      #expect(entry.licenseConcluded != "NOASSERTION", "\(pin.identity)")
    }
    for package in ["libwebsockets17", "libwebsockets-evlib-ev", "libssl3", "libqrencode4"] {
      let entry = try #require(document.packages.first { $0.name == package })
      #expect(entry.versionInfo != nil && entry.licenseConcluded != "NOASSERTION")
    }
    let links = document.relationships.map {
      "\($0.spdxElementId) \($0.relationshipType) \($0.relatedSpdxElement)"
    }
    #expect(links.contains("SPDXRef-facedown STATIC_LINK SPDXRef-Swift-swift-argument-parser"))
    #expect(links.contains("SPDXRef-facedown STATIC_LINK SPDXRef-Swift-yams"))
    #expect(links.contains("SPDXRef-Swift-grdb.swift TEST_DEPENDENCY_OF SPDXRef-facedown"))
    #expect(links.contains("SPDXRef-facedown DYNAMIC_LINK SPDXRef-Debian-libwebsockets17"))
  }

  @Test(
    "is whole: what belongs to it is there, and every checksum is right",
    .needs(
      "test -e \(Programs.checkout)/.build-release/SHA256SUMS",
      orElse: "No release has been made: make release makes one."))
  func whole() async throws {
    let finished = try await Programs.run(
      "/bin/sh",
      [
        "-c",
        """
        set -eu
        cd "$0/.build-release"
        sha256sum --quiet --check SHA256SUMS
        tar -tzf facedown-*-linux-*.tar.gz | sed -e 's|^[^/]*/||' -e '/\\/$/d' -e '/^$/d'
        """, Programs.checkout,
      ])
    #expect(finished.code == 0, "\(finished.errors)")
    let programs = ["facedown", "facedown-server"]
    let own = programs.flatMap {
      [
        "bin/\($0)", "share/man/man1/\($0).1", "share/bash-completion/completions/\($0)",
        "share/zsh/site-functions/_\($0)", "share/fish/vendor_completions.d/\($0).fish",
      ]
    }
    let documents = [
      "CHANGELOG.md", "LICENSE", "NOTICE", "README.md", "copyright", "facedown-server.service",
      "server.yaml",
    ].map { "share/doc/facedown/\($0)" }
    let expected = own + documents + ["LICENSE", "NOTICE", "README.md"]
    #expect(finished.lines.sorted() == expected.sorted())
  }
}
