// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// `deploy/release/install.sh` against a folder with a made-up release; `scripts/trial release` runs it on a
/// clean machine, with a real one.
@Suite(
  "The installer", .timeLimit(.minutes(1)),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"),
    "Not installed: curl. scripts/setup --check installs it."))
final class InstallerTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "facedown-installer-\(UUID().uuidString)").path

  init() throws {
    // Two programs, a manual page, and an installer for version 9.9.9.
    try shell(
      """
      name=facedown-9.9.9-linux-$(uname -m)
      mkdir -p site "$name/bin" "$name/share/doc/facedown" "$name/share/man/man1"
      for program in facedown facedown-server; do
        printf '#!/bin/sh\\necho 9.9.9\\n' >"$name/bin/$program"
        chmod 755 "$name/bin/$program"
        echo page >"$name/share/man/man1/$program.1"
      done
      echo read >"$name/README.md"
      tar -czf "site/$name.tar.gz" "$name"
      (cd site && sha256sum -- *.tar.gz >SHA256SUMS)
      sed -e 's|@VERSION@|9.9.9|g; s|@URL@||g; s|@NEEDS@|libexample1 libexample2|g' "$1" >install.sh
      """)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs lines of shell in the folder, with the template of the installer as `$1`.
  @discardableResult
  private func shell(_ lines: String) throws -> Script {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let template = Repository.checkoutRoot.appending(path: "deploy/release/install.sh").path
    return try Script(
      "/bin/sh",
      arguments: [
        "-c",
        "set -eu; cd \"$0\"; export FACEDOWN_PREFIX=\"$0/home\" FACEDOWN_URL=\"file://$0/site\"\n"
          + lines, folder, template,
      ], input: "")
  }

  private var installed: [String] {
    get throws { try shell("find home -type f 2>/dev/null | sort || true").output.lines }
  }

  @Test("installs what the archive has, and removes exactly that")
  func installs() throws {
    let run = try shell("mkdir -p home/bin; echo mine >home/bin/other; sh <install.sh")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try installed == [
        "home/bin/facedown", "home/bin/facedown-server", "home/bin/other",
        "home/share/doc/facedown/installed", "home/share/man/man1/facedown-server.1",
        "home/share/man/man1/facedown.1",
      ])
    #expect(try shell("home/bin/facedown").output == "9.9.9\n")
    #expect(!run.output.contains("libexample1"), "The programs run: nothing is missing.")

    let removal = try shell("sh install.sh --remove")
    #expect(removal.status == 0, "\(removal.errors)")
    #expect(try installed == ["home/bin/other"])
    #expect(try shell("sh install.sh --remove").status == 1)
  }

  @Test("names the missing libraries' packages if a program does not run")
  func libraries() throws {
    let run = try shell(
      """
      name=$(basename site/*.tar.gz .tar.gz)
      printf '#!/bin/sh\\nexit 127\\n' >"$name/bin/facedown"
      tar -czf "site/$name.tar.gz" "$name"
      (cd site && sha256sum -- *.tar.gz >SHA256SUMS)
      sh install.sh
      """)
    #expect(run.output.lines.contains("  apt install libexample1 libexample2"), "\(run.errors)")
  }

  static let attacks = [
    ("an archive with another checksum", "for a in site/*.tar.gz; do printf x >>\"$a\"; done"),
    ("no checksum of the archive", "sed -i 's/  facedown/  other-facedown/' site/SHA256SUMS"),
    ("two checksums of the archive", "cp site/SHA256SUMS a; cat a >>site/SHA256SUMS"),
    ("no checksums", "rm site/SHA256SUMS"),
    ("no archive", "rm site/*.tar.gz"),
    ("half a script", "head -c $(($(wc -c <install.sh) - 12)) install.sh >a; mv a install.sh"),
  ]

  @Test("installs nothing from a release with", arguments: attacks)
  func refuses(name: String, attack: String) throws {
    let run = try shell(attack + "\nsh install.sh")
    #expect(try installed.isEmpty, "\(name)")
    // Half a script has nothing to complain about.
    if name != "half a script" {
      #expect(run.status == 1 && run.errors.contains("install.sh: "), "\(run.errors)")
    }
  }

  @Test("removes nothing outside its prefix, whatever the list says")
  func escapes() throws {
    let run = try shell(
      """
      sh install.sh
      echo precious >precious
      echo ../precious >home/share/doc/facedown/installed
      sh install.sh --remove
      """)
    #expect(run.status == 1)
    #expect(try shell("cat precious").output == "precious\n")
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
