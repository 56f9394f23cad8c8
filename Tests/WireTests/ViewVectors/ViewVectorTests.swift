// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Testing
import Wire

/// The files of examples/views have these logs and their folds; FACEDOWN_UPDATE_GOLDEN=1 writes
/// them.
@Suite("Vectors of views", .timeLimit(.minutes(1)))
struct ViewVectorTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "examples/views")
  private static let isUpdating =
    ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1"

  @Test("each file is a log and its views, as the rules make them", arguments: ViewScenario.all)
  func same(_ scenario: ViewScenario) throws {
    let file = Self.folder.appending(path: "\(scenario.name).json")
    let text = try ViewVector.text(scenario)
    if Self.isUpdating { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(scenario.name) differs.")
  }

  @Test("each file's changes lead from its base to its last view, as do its entries")
  func fold() throws {
    for scenario in ViewScenario.all {
      let data = try Data(contentsOf: Self.folder.appending(path: "\(scenario.name).json"))
      let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      var expected = try #require(file["base"] as? [String: Any])
      var view = try base(expected)
      for step in try #require(file["steps"] as? [[String: Any]]) {
        view.apply(try entry(try #require(step["entry"])))
        try change(&expected, by: try #require(step["changes"] as? [String: Any]))
        #expect(try ViewVector.object(view) as NSDictionary == expected as NSDictionary)
      }
      let last = try #require(file["view"] as? [String: Any])
      #expect(expected as NSDictionary == last as NSDictionary, "\(scenario.name)")
    }
  }

  @Test("together they have every event, every mode and every way to shuffle")
  func complete() throws {
    let rooms = ViewScenario.all.map { $0.play() }
    let events = rooms.flatMap(\.steps).map {
      String(describing: $0.entry.event).prefix { $0 != "(" }
    }
    let names = [
      "opened", "seated", "vacated", "ownerChanged", "skipped", "returned", "configured", "readied",
      "committed", "revealed", "consented", "dealt", "turnBegan", "flipped", "settled", "shuffled",
      "turnExpired", "resigned", "stalemateWarning", "ended", "clockAdjusted",
    ]
    #expect(Set(events.map(String.init)) == Set(names))
    let settings = rooms.map(\.view.settings)
    #expect(Set(settings.map(\.mode)) == Set(MatchSettings.Mode.allCases))
    #expect(Set(settings.map(\.shuffle)) == Set(MatchSettings.Shuffle.allCases))
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(ViewScenario.all.map { "\($0.name).json" }))
  }

  private func base(_ object: [String: Any]) throws -> MatchView {
    guard case .base(let view) = try line(["base": object]) else {
      throw WireError.missing(field: "")
    }
    return view
  }

  private func entry(_ object: Any) throws -> Entry {
    guard case .entry(let entry) = try line(["entry": object]) else {
      throw WireError.missing(field: "")
    }
    return entry
  }

  private func line(_ object: [String: Any]) throws -> LogLine {
    let data = try JSONSerialization.data(withJSONObject: object)
    return try LogLine(json: String(decoding: data, as: UTF8.self))
  }

  /// Applies changes as docs/views.md defines them.
  private func change(_ view: inout [String: Any], by changes: [String: Any]) throws {
    for (field, value) in changes {
      if value is NSNull {
        view[field] = nil
      } else if let elements = value as? [String: Any], var list = view[field] as? [Any] {
        for (index, element) in elements { list[try #require(Int(index))] = element }
        view[field] = list
      } else {
        view[field] = value
      }
    }
  }
}

extension ViewScenario: CustomTestStringConvertible {
  var testDescription: String { name }
}
