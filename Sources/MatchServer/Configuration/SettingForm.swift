// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The form of a setting's values.
enum SettingForm: Hashable, Sendable {
  /// True or false.
  case toggle
  /// An integer in a range.
  case number(ClosedRange<Int>)
  /// One of these words.
  case word([String])
  /// `HOST:PORT`, with an example.
  case hostAndPort(example: String)
  /// A public name, with or without a port.
  case publicName
  /// The origin of a web page, or `*`.
  case origin
  /// An IP address or block.
  case addresses
  /// The path of a file or folder.
  case path(what: String)

  /// The remedy for an invalid value; nil for a valid one.
  func remedy(for value: String) -> String? {
    switch self {
    case .toggle:
      Self.truth(of: value) == nil ? "say true or false" : nil
    case .number(let range):
      Int(value).map(range.contains) == true
        ? nil : "give a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .word(let words):
      words.contains(value) ? nil : "choose one of \(words.joined(separator: ", "))"
    case .hostAndPort(let example):
      switch ListenAddress(argument: value) {
      case nil: "give HOST:PORT such as \(example), with a port from 0 to 65535"
      case let address? where Self.isMistyped(address.host):
        "its host looks like an address but is not one: give HOST:PORT such as \(example)"
      default: nil
      }
    case .publicName:
      PublicName(argument: value) == nil
        ? "give a host name or an address, with a port from 1 to 65535 if it needs one, such as"
          + " play.example.org or 192.0.2.7:443" : nil
    case .origin:
      value == "*" || Self.isOrigin(value)
        ? nil : "give an origin like https://play.example.org, or * for all"
    case .addresses:
      ProxyRange(value) == nil
        ? "give an address like 192.0.2.7 or 2001:db8::7, or a block of them like 192.0.2.0/24"
        : nil
    case .path(let what):
      value.isEmpty || value.utf8.contains(0) ? "it names no \(what): give its path" : nil
    }
  }

  /// A value in normal form, for listings.
  func asListed(_ value: String) -> String {
    guard self == .toggle, let truth = Self.truth(of: value) else { return value }
    return "\(truth)"
  }

  /// Parses a boolean; nil for other words.
  static func truth(of word: String) -> Bool? {
    switch word.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }

  /// Whether a host looks like an address but is not: no resolver will ever know it.
  private static func isMistyped(_ host: String) -> Bool {
    let isMeant =
      host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e }
    // A zone follows the percent sign.
    let address = host.prefix { $0 != "%" }
    return isMeant && PeerAddress(host: String(address), port: 0) == nil
  }

  private static func isOrigin(_ text: String) -> Bool {
    guard let separator = text.firstRange(of: "://") else { return false }
    return !text[..<separator.lowerBound].isEmpty && !text[separator.upperBound...].isEmpty
  }
}
