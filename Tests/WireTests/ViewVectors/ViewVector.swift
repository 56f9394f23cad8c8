// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Testing
import Wire

/// A log and the views it folds into as text, in the wire's JSON: the form of examples/views.
enum ViewVector {
  /// The file of a scenario.
  static func text(_ scenario: ViewScenario) throws -> String {
    var lines: [String] = []
    let base = MatchView()
    var former = try object(base)
    let room = scenario.play()
    for step in room.steps {
      let view = try object(step.after)
      let changes = try json(changes(from: former, to: view))
      lines.append("{\"entry\": \(body(.entry(step.entry))),\n \"changes\": \(changes)}")
      former = view
    }
    return """
      {"about": \(try json(scenario.about)),
      "base": \(body(.base(base))),
      "steps": [
      \(lines.joined(separator: ",\n"))
      ],
      "view": \(body(.base(room.view)))}

      """
  }

  /// The value of the only key of a log line.
  private static func body(_ line: LogLine) -> Substring {
    let text = line.json
    guard let colon = text.firstIndex(of: ":") else { return "" }
    return text[text.index(after: colon)...].dropLast()
  }

  /// A view as its JSON has it.
  static func object(_ view: MatchView) throws -> [String: Any] {
    let parsed = try JSONSerialization.jsonObject(with: Data(body(.base(view)).utf8))
    return try #require(parsed as? [String: Any])
  }

  /// The fields that differ, null for those that are there no more; of seats and cards only those
  /// that differ, by their index.
  private static func changes(
    from former: [String: Any], to view: [String: Any]
  ) -> [String: Any] {
    var changes: [String: Any] = [:]
    for field in Set(former.keys).union(view.keys) {
      let (old, new) = (former[field] as? NSObject, view[field] as? NSObject)
      guard old != new else { continue }
      changes[field] = elements(field, from: old, to: new) ?? new ?? NSNull()
    }
    return changes
  }

  private static func elements(
    _ field: String, from old: NSObject?, to new: NSObject?
  ) -> [String: Any]? {
    guard ["cards", "seats"].contains(field), let old = old as? [NSObject],
      let new = new as? [NSObject], old.count == new.count
    else { return nil }
    let differing = new.indices.filter { new[$0] != old[$0] }
    return Dictionary(uniqueKeysWithValues: differing.map { ("\($0)", new[$0]) })
  }

  private static func json(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }
}
