// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@testable import MatchServer

/// Compares the metrics in `deploy/observability` with those that a server exposes.
@Suite("Observability: the files", .timeLimit(.minutes(1)))
struct ObservabilityTests {
  private let families = MetricsSnapshot.sample(ServerMetrics()).families

  private func file(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appending(path: "deploy/observability/\(name)"), encoding: .utf8)
  }

  /// The families that expressions name; parts of histograms by their family's name.
  private func names(in text: String) -> Set<String> {
    let parts = ["_bucket", "_sum", "_count"]
    let histograms = Set(families.filter { $0.value == "histogram" }.keys)
    return Set(
      text.matches(of: /\b(?:facedown|process)_[a-z_]+\b/).map { match in
        let name = String(match.output)
        let part = parts.first { name.hasSuffix($0) }.map { String(name.dropLast($0.count)) }
        return part.flatMap { histograms.contains($0) ? $0 : nil } ?? name
      })
  }

  /// The expressions of the rules.
  private func rules(_ name: String) throws -> String {
    // Annotations are text for people.
    try file(name).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("summary:") && !$0.contains("description:") && !$0.contains("#") }
      .joined(separator: "\n")
  }

  @Test("document exactly the metrics that exist, with kind and labels")
  func documented() throws {
    var told: [String: (kind: String, labels: Set<String>)] = [:]
    for line in try file("README.md").split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard let name = names(in: cells[1]).first else { continue }
      let label = cells[3].split(separator: "`", omittingEmptySubsequences: false)
      told[name] = (cells[2], label.count > 1 ? [String(label[1])] : [])
    }
    #expect(told.mapValues(\.kind) == families)
    let text = MetricsSnapshot.sample(ServerMetrics()).text
    for (name, row) in told where row.kind != "histogram" {
      let labels = text.split(separator: "\n").filter { $0.hasPrefix(name + "{") }
        .compactMap { $0.dropFirst(name.count + 1).split(separator: "=").first.map(String.init) }
      #expect(row.labels == Set(labels), "\(name)")
    }
  }

  @Test("name the values of labels that are not refusals' codes or versions")
  func values() throws {
    let readme = try file("README.md")
    let labelled = MetricsSnapshot.sample(ServerMetrics()).text.matches(
      of: /\{([a-z]+)="([^"]*)"\}/)
    for match in labelled where !["code", "version", "le"].contains(match.output.1) {
      #expect(readme.contains("`\(match.output.2)`"), "\(match.output.0)")
    }
  }

  @Test("use only metrics that exist, and all of them")
  func used() throws {
    let drawn = try JSONDecoder().decode(
      Dashboard.self, from: Data(file("grafana-dashboard.json").utf8)
    ).expressions.joined(separator: "\n")
    let (ruled, drawnNames) = (names(in: try rules("alerts.yml")), names(in: drawn))
    let known = Set(families.keys)
    #expect(ruled.subtracting(known).isEmpty)
    #expect(drawnNames.subtracting(known).isEmpty)
    #expect(known.subtracting(drawnNames).isEmpty, "These are on no panel.")
    #expect(ruled.count > 10)
  }

  @Test("use, of a fleet, only metrics that exist")
  func usedInFleet() throws {
    let ruled = names(in: try rules("fleet-alerts.yml"))
    #expect(ruled.count > 5)
    #expect(ruled.subtracting(families.keys).isEmpty)
  }

  @Test(
    "give each alert a severity and a remedy",
    arguments: [("alerts", 10), ("fleet-alerts", 5)])
  func alerts(name rules: String, least: Int) throws {
    let alerts = try file("\(rules).yml").components(separatedBy: "- alert: ").dropFirst()
    #expect(alerts.count > least)
    for alert in alerts {
      let name = alert.prefix { $0 != "\n" }
      #expect(alert.contains(/severity: (critical|warning|info)\n/), "\(name)")
      #expect(
        alert.contains(/summary: ".+\."\n/) && alert.contains(/description: ".+\."\n/), "\(name)")
      #expect(try file("\(rules)_test.yml").contains(name), "\(name) is never tried.")
    }
  }

  @Test("draw a dashboard whose panels each have a place and something to show")
  func dashboard() throws {
    let dashboard = try JSONDecoder().decode(
      Dashboard.self, from: Data(file("grafana-dashboard.json").utf8))
    let panels = dashboard.panels
    #expect(panels.count > 20)
    #expect(Set(panels.map(\.id)).count == panels.count)
    for (index, panel) in panels.enumerated() {
      #expect(!panel.title.isEmpty)
      let place = panel.gridPos
      #expect(
        place.x >= 0 && place.w > 0 && place.x + place.w <= 24 && place.h > 0, "\(panel.title)")
      #expect(
        !panels[..<index].contains { $0.gridPos.overlaps(place) }, "\(panel.title) lies on another."
      )
      guard panel.type != "row" else { continue }
      #expect(["timeseries", "stat", "heatmap"].contains(panel.type), "\(panel.type)")
      #expect(panel.description?.hasSuffix(".") == true, "\(panel.title)")
      #expect(panel.datasource?.uid == "${datasource}", "\(panel.title)")
      let targets = panel.targets ?? []
      #expect(!targets.isEmpty, "\(panel.title)")
      #expect(Set(targets.map(\.refId)).count == targets.count, "\(panel.title)")
      for target in targets {
        #expect(target.expr.contains("{instance=~\"$instance\"") || target.expr.contains("up{"))
      }
    }
  }
}

/// The stable part of the format of Grafana's dashboards.
private struct Dashboard: Decodable {
  struct Place: Decodable {
    var x: Int
    var y: Int
    var w: Int
    var h: Int

    func overlaps(_ other: Place) -> Bool {
      x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h
    }
  }
  struct Source: Decodable { var uid: String }
  struct Target: Decodable {
    var refId: String
    var expr: String
  }
  struct Panel: Decodable {
    var id: Int
    var type: String
    var title: String
    var description: String?
    var gridPos: Place
    var datasource: Source?
    var targets: [Target]?
  }

  var title: String
  var schemaVersion: Int
  var panels: [Panel]

  var expressions: [String] { panels.flatMap { $0.targets ?? [] }.map(\.expr) }
}
