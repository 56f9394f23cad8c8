// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import Protocol
import Settings

/// `facedown-server config`: prints the effective settings and their sources.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print every setting and where its value comes from.",
    discussion: """
      It takes the flags of facedown-server serve, reads the same environment and file, and \
      rejects what serving would reject, but opens no port and no folder. A running server reads \
      both again on SIGHUP; the last column says which changes then take effect.
      """)

  @OptionGroup
  var arguments: ServerArguments

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let settings = try arguments.given.settingsOrExit()
    let report = ConfigReport(settings)
    for line in json ? report.json : report.table { print(line) }
    // Warnings come after the table, even if both streams go to the same place.
    fflush(nil)
    SettingsProblem.report(settings.warnings, as: "Warning")
    do throws(CertificateError) {
      SettingsProblem.report(try settings.values.makeCertificate()?.warnings() ?? [], as: "Warning")
    } catch {
      throw StartProblem.toldExit(error)
    }
  }
}

/// The effective settings and their sources, as lines.
struct ConfigReport {
  /// One setting.
  private struct Row {
    var setting: Setting<ServerSettings>
    var words: [String]
    var source: SettingSource
    /// The reason of a derived value; nil if it is not derived.
    var reason: String?

    /// The source, for people.
    var place: String { reason ?? source.place(of: setting) }
  }

  private var rows: [Row]

  /// A report on `settings`, with the values that others or the system determine filled in.
  init(_ settings: MergedSettings<ServerSettings>) {
    rows = ServerSettings.table.map {
      Row(setting: $0, words: settings.words($0), source: settings.source($0))
    }
    let values = settings.values
    if values.data == nil, !values.isInMemory, let found = try? DataPath.found(nil) {
      change(\.data) {
        $0.words = [found.path]
        $0.source = found.variable.map(SettingSource.environment) ?? .standard
      }
    }
    if values.adminSocketPath == nil, let path = values.adminSocket {
      change(\.adminSocketPath) { ($0.words, $0.reason) = ([path], "in the data folder") }
    }
    if !values.isBehindProxy, values.limits.isBehindProxy {
      change(\.isBehindProxy) { ($0.words, $0.reason) = (["true"], "by trusted-proxy") }
    }
  }

  private mutating func change(
    _ path: PartialKeyPath<ServerSettings>, _ body: (inout Row) -> Void
  ) {
    let setting = Setting(path)
    for index in rows.indices where rows[index].setting == setting { body(&rows[index]) }
  }

  /// The settings as a table.
  var table: [String] {
    TextTable.lines(
      ["SETTING", "VALUE", "FROM", "ON SIGHUP"],
      rows.map { row in
        let value = row.words.isEmpty ? "-" : row.words.joined(separator: ", ")
        return [
          row.setting.name, value.printable(limit: 200), row.place, row.setting.change.inWords,
        ]
      })
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
      switch row.setting.field.kind {
      case .toggle, .number: word
      case .word, .path, .text: word.quoted
      }
    }
    return row.setting.field.isList
      ? "[\(values.joined(separator: ","))]" : values.first ?? "null"
  }
}

extension Setting.Change {
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
