// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
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
    let settings = try arguments.settingsOrExit()
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
