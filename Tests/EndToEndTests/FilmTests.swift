// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// Films of a match, encoded by the real ffmpeg.
@Suite("Films", .timeLimit(.minutes(5)))
struct FilmTests {
  @Test(
    "show a match's best seconds, in the format of their name; without ffmpeg a sentence says so",
    .needs("ffmpeg"))
  func films() async throws {
    let folder = try TemporaryFolder()
    let storage = ["--data", folder.path + "/data"]
    let replay = folder.path + "/match.fdr"
    let (_, status) = try await Programs.withServer(storage: storage) { server in
      let bot = try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "1", "--pairs", "2", "--json", "--reveal", "1"]
          + ["--pace", "fast"])
      #expect(bot.code == 0, "\(bot.errors)")
      let match = try await Self.firstMatch(at: server.url)
      let saved = try await Programs.run("facedown", ["download", server.url, match, "-o", replay])
      #expect(saved.code == 0, "\(saved.errors)")
    }
    #expect(status == 0)
    for (name, start) in [("a.gif", "GIF89a"), ("b.png", "\u{89}PNG"), ("c.webp", "RIFF")] {
      let film = "\(folder.path)/\(name)"
      let shared = try await Programs.run("facedown", ["share", replay, "--film", film])
      #expect(shared.code == 0, "\(shared.errors)")
      #expect(shared.lines.first?.hasPrefix("Facedown: memorize, 2 pairs") == true)
      let bytes = try Data(contentsOf: URL(filePath: film))
      #expect(bytes.prefix(start.count).elementsEqual(start.unicodeScalars.map { UInt8($0.value) }))
      #expect(bytes.count > 10_000, "\(name)")
    }
    let wrong = try await Programs.run("facedown", ["share", replay, "--film", "match.jpg"])
    #expect(wrong.code != 0 && wrong.errors.contains("such as match.gif"), "\(wrong.errors)")
    let unwritable = try await Programs.run(
      "facedown", ["share", replay, "--film", folder.path + "/none/a.gif"])
    #expect(unwritable.code == 1)
    #expect(unwritable.errors.contains("choose another file"), "\(unwritable.errors)")
    let without = try await Programs.run(
      "env",
      ["PATH=\(folder.path)", Programs.path("facedown"), "share", replay, "--film"]
        + [folder.path + "/d.gif"])
    #expect(without.code == 1)
    #expect(without.errors.contains("apt-get install ffmpeg"), "\(without.errors)")
  }

  /// The match that heads the list of replays.
  ///
  /// Its end is announced ahead, and others may watch it only once that time has come.
  private static func firstMatch(at url: String) async throws -> String {
    while true {
      let list = try await Programs.run("facedown", ["replays", url])
      #expect(list.code == 0, "\(list.errors)")
      let name = try #require(list.lines.first?.split(separator: " ").first)
      if name.count == 16 { return String(name) }
    }
  }
}
