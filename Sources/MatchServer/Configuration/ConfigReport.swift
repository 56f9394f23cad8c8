// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The effective settings and their sources, as lines.
struct ConfigReport {
  /// One setting.
  private struct Row {
    var setting: ServerSetting
    var words: [String]
    var source: SettingSource
    /// The reason of a derived value; nil if it is not derived.
    var reason: String?

    /// The source, for people.
    var place: String { reason ?? source.place(of: setting) }
  }

  private let rows: [Row]

  /// A report on `settings`, with the default data folder filled in.
  init(_ settings: ServerSettings) {
    rows = ServerSetting.all.map { setting in
      var row = Row(
        setting: setting, words: settings[setting].words, source: settings[setting].source)
      if setting == .data, row.words.isEmpty, !settings.isOn(.inMemory),
        let found = try? DataPath.found(nil)
      {
        row.words = [found.path]
        row.source = found.variable.map(SettingSource.environment) ?? .standard
      }
      if setting == .adminSocket, row.words.isEmpty, let path = settings.adminSocket {
        row.words = [path]
        row.reason = "in the data folder"
      }
      if setting == .behindProxy, !settings.isOn(setting), settings.limits.isBehindProxy {
        row.words = ["true"]
        row.reason = "by trusted-proxy"
      }
      return row
    }
  }

  /// The settings as a table.
  var table: [String] {
    let cells =
      [["SETTING", "VALUE", "FROM", "ON SIGHUP"]]
      + rows.map { row in
        let value = row.words.isEmpty ? "-" : row.words.joined(separator: ", ")
        return [
          row.setting.name, value.printable(limit: 200), row.place,
          row.setting.change.inWords,
        ]
      }
    let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      let padded = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (padded + [row[3]]).joined(separator: "  ")
    }
  }

  /// The settings as JSON objects.
  var json: [String] {
    rows.map { row in
      let fields = [
        ("name", row.setting.name.quoted), ("value", value(row)), ("from", row.source.kind.quoted),
        ("place", row.place.quoted),
        ("on_sighup", row.setting.change.inWords.quoted),
      ]
      return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
  }

  private func value(_ row: Row) -> String {
    let values = row.words.map { word in
      switch row.setting.form {
      case .toggle, .number: word
      default: word.quoted
      }
    }
    return row.setting.isList ? "[\(values.joined(separator: ","))]" : values.first ?? "null"
  }
}

extension ServerSetting.Change {
  /// What a reload does with a new value.
  fileprivate var inWords: String {
    switch self {
    case .atOnce: "applied"
    case .forNewConnections: "applied to new connections"
    case .atStart: "needs a restart"
    }
  }
}

extension SettingSource {
  /// The kind of source, for programs.
  fileprivate var kind: String {
    switch self {
    case .flag: "flag"
    case .environment: "environment"
    case .file: "file"
    case .standard: "default"
    }
  }
}

extension String {
  /// The text as a JSON string.
  fileprivate var quoted: String { "\"\(escaped(for: .json))\"" }
}
