// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Rules about Package.swift.

extension Rule {
  static let manifest = [houseSettings, featureCheck]

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
