// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about what others' work is built on: Package.swift, and images.

extension Rule {
  static let manifest = [houseSettings, featureCheck, images]

  static let images = Rule(
    "a base image is pinned by digest, or the page beside it says that it goes by tag alone",
    kept: [
      "deploy/Dockerfile": """
      FROM a:1@sha256:\(String(repeating: "0a", count: 32)) AS build
      FROM --platform=linux/amd64 b:2
      FROM build
      """,
      "deploy/README.md": "By tag alone: `b:2`.\n",
    ],
    broken: [
      "deploy/Dockerfile": "FROM a:1\nRUN FROM\nFROM b:2@sha256:12 AS x\nFROM x\n",
      "deploy/README.md": "It stands on `a:1`.\n",
    ],
    at: ["deploy/Dockerfile:1", "deploy/Dockerfile:3"]
  ) { repository in
    repository.files.filter { $0.name == "Dockerfile" }.flatMap { file in
      let page = file.path.dropLast(file.name.count) + "README.md"
      let excused = repository[String(page)]?.text.firstMatch(of: /By tag alone: (.*)/)
      var stages: Set<Substring> = []
      return file.findings(
        in: file.lines,
        "Write the image's digest behind it (@sha256:...), or name it in \(page): By tag alone."
      ) { line in
        guard let from = line.firstMatch(of: /^FROM (?:--\S+ )*(\S+)(?: AS (\S+))?$/) else {
          return false
        }
        defer { if let stage = from.2 { stages.insert(stage) } }
        return !stages.contains(from.1) && !from.1.contains(/@sha256:[0-9a-f]{64}$/)
          && excused?.1.contains("`\(from.1)`") != true
      }
    }
  }

  static let houseSettings = Rule(
    "every target is compiled with the settings of the house",
    kept: [
      "Package.swift": """
      func house(_ name: String) -> Target {
        .target(name: name, swiftSettings: houseSettings)
      }
      let targets: [Target] = [
        .executableTarget(name: ":)", swiftSettings: houseSettings + [.define("A")]),
        .systemLibrary(name: "C"),
      ]
      """
    ],
    broken: [
      "Package.swift": """
      let targets: [Target] = [
        .target(name: "A"),
        .testTarget(name: "B", dependencies: [.byName(name: "A")]),
        .target(name: "C", swiftSettings: houseSettings),
        .executableTarget(
          name: "swiftSettings: houseSettings"),
      ]
      """
    ],
    at: ["Package.swift:2", "Package.swift:3", "Package.swift:5"]
  ) { repository in
    guard let manifest = repository["Package.swift"] else {
      return [Finding("Package.swift", "It is missing.")]
    }
    let code = manifest.code
    return code.matches(of: /\.(?:target|executableTarget|testTarget|macro)\(/).compactMap {
      match in
      if code[match.range.upperBound...].untilClosed.contains("swiftSettings: houseSettings") {
        return nil
      }
      return Finding(
        manifest.path, line: code[..<match.range.lowerBound].count { $0.isNewline } + 1,
        "Pass `swiftSettings: houseSettings` (and write a dependency as .byName).")
    }
  }

  static let featureCheck = Rule(
    "FeatureCheck.swift asks for the upcoming features of the manifest, and no other",
    kept: [
      "Package.swift": ".enableUpcomingFeature(\"ExistentialAny\")\n",
      checkPath: "#if !hasFeature(ExistentialAny)\n#error(\"off\")\n#endif\n",
    ],
    broken: [
      "Package.swift":
        ".enableUpcomingFeature(\"ExistentialAny\"), .enableUpcomingFeature(\"X\")\n",
      checkPath: "#if !hasFeature(ExistentialAny)\n#if !hasFeature(Y)\n// #if !hasFeature(X)\n",
    ],
    at: [checkPath, "Package.swift"]
  ) { repository in
    let enabled = (repository["Package.swift"]?.text ?? "")
      .matches(of: /\.enableUpcomingFeature\("(\w+)"\)/).map { String($0.1) }
    let asked = (repository[checkPath]?.code ?? "")
      .matches(of: /#if !hasFeature\((\w+)\)/).map { String($0.1) }
    return Set(enabled).subtracting(asked).sorted()
      .map { Finding(checkPath, "Ask for \($0), which the manifest enables.") }
      + Set(asked).subtracting(enabled).sorted()
      .map { Finding("Package.swift", "Enable \($0), which FeatureCheck.swift asks for.") }
  }

  private static let checkPath = "Sources/Game/FeatureCheck.swift"
}

extension Substring {
  /// Up to the parenthesis that closes one opened just before this text.
  fileprivate var untilClosed: Substring {
    var depth = 1
    return prefix { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth > 0
    }
  }
}
