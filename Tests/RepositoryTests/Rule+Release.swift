// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about releases and what a forge runs.

extension Rule {
  static let release = [workflows, placeholders]

  static let workflows = Rule(
    "a forge's steps are scripts that exist, its actions are pinned, and its files say what was run",
    passing: [
      "scripts/test": "",
      ".github/workflows/a.yml": """
      # Not run here: there was no forge.
      steps:
        - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        - run: scripts/test --check
        - name: Joined lines
          run: >-
            scripts/test
            --check
        - run: gh release create v1
      """,
    ],
    failing: [
      "scripts/test": "",
      ".github/workflows/a.yml": """
      steps:
        - uses: actions/checkout@v4
        - run: scripts/tset
        - run: make test
          run: >-
            curl example.org
      """,
    ],
    expected: [
      ".github/workflows/a.yml", ".github/workflows/a.yml:2", ".github/workflows/a.yml:3",
      ".github/workflows/a.yml:4", ".github/workflows/a.yml:6",
    ]
  ) { repository in
    repository.files.filter { $0.isIn(".github/workflows") }.flatMap { file in
      let lines = file.lines
      let head = lines.prefix { $0.isEmpty || $0.hasPrefix("#") }.joined(separator: " ")
        .lowercased()
      let said =
        head.contains("not run here")
        ? [] : [Finding(file.path, "Say in the head what was not run here.")]
      return said
        + lines.indices.compactMap { index in
          if let action = lines[index].firstMatch(of: /\buses: (\S+)/)?.1 {
            return action.contains(/@[0-9a-f]{40}$/)
              ? nil : Finding(file.path, line: index + 1, "Pin \(action) to a commit.")
          }
          guard let first = lines[index].firstMatch(of: /\brun: (.*)/)?.1 else { return nil }
          let isJoined = first == ">-" && index + 1 < lines.count
          let place = isJoined ? index + 1 : index
          let step = isJoined ? lines[place].drop { $0 == " " } : first
          // The upload is the forge's own.
          if step.hasPrefix("gh release create ") { return nil }
          let script = step.prefix { $0 != " " }
          return script.hasPrefix("scripts/") && repository.paths.contains(String(script))
            ? nil : Finding(file.path, line: place + 1, "Make it a step of a script in scripts/.")
        }
    }
  }

  static let placeholders = Rule(
    "scripts/release fills every placeholder in the files of a release",
    passing: [
      "scripts/release": "sed -e \"s|@VERSION@|$version|g\"\n",
      "deploy/release/install.sh": "version='@VERSION@'\n",
      "deploy/debian/control": "Version: @OTHER@\n",
    ],
    failing: [
      "scripts/release": "sed -e \"s|@VERSION@|$version|g\"\n",
      "deploy/release/install.sh": "version='@VERSION@'\nurl='@URL@'\n",
      "deploy/homebrew/facedown.rb": "sha256 \"@SHA256@\"\n",
    ],
    expected: ["deploy/homebrew/facedown.rb:1", "deploy/release/install.sh:2"]
  ) { repository in
    let script = repository["scripts/release"]?.text ?? ""
    return repository.files.filter {
      $0.isIn("deploy/homebrew") || $0.isIn("deploy/release")
    }.flatMap { file in
      file.lines.enumerated().flatMap { offset, line in
        line.matches(of: /@([A-Z0-9]{3,})@/).filter { !script.contains("|@\($0.1)@|") }.map {
          Finding(file.path, line: offset + 1, "scripts/release does not fill in \($0.0).")
        }
      }
    }
  }
}
