// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

@testable import Settings

/// A program's settings, one of each kind.
struct SampleSettings: SettingValues {
  enum Colour: String, CaseIterable { case red, blue }

  var rooms = 5
  var isQuiet = false
  var colour = Colour.red
  var names: [String] = []
  var folder: String?

  static let listing = "sample config"
  static let table: [Setting<Self>] = [
    Setting("max-rooms", .one(\.rooms, .number(1...9)), "Rooms."),
    Setting("quiet", .one(\.isQuiet, .onOrOff), "Says nothing."),
    Setting("colour", .one(\.colour, .choice()), "Its colour."),
    Setting("name", .list(\.names, .text("give a name") { !$0.isEmpty }), "Names."),
    Setting("data_folder", .optional(\.folder, .folder), "Its folder."),
  ]
}

extension MergedSettings<SampleSettings> {
  /// The settings of flags, variables and lines, each a name and its words.
  init(
    _ flags: [(String, [String])], _ variables: [String: String] = [:],
    _ lines: [(String, [String])] = []
  ) {
    var file = SettingLines<SampleSettings>(path: "/f")
    for (index, line) in lines.enumerated() { file.add(line.0, line.1, line: index + 1) }
    self.init(
      flags: flags.compactMap { name, words in
        Setting.named(name).map { SettingItem($0, words, .flag) }
      }, environment: { variables[$0] }, file: file)
  }
}

/// A command with all settings as flags.
struct SampleCommand: ParsableCommand {
  enum Group: SettingGroup {
    static let settings = SampleSettings.table
    static func help(_ setting: Setting<SampleSettings>) -> ArgumentHelp {
      ArgumentHelp("\(setting.abstract)")
    }
  }

  @OptionGroup var settings: SettingArguments<Group>
}
