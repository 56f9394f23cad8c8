// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import MatchClient
import Settings

// The forms of values that only a server has.

extension SettingForm where Value == ListenAddress {
  /// `HOST:PORT`, with an example.
  static func hostAndPort(example: String) -> SettingForm {
    SettingForm { word in
      ListenAddress(argument: word).flatMap { isMistyped($0.host) ? nil : $0 }
    } word: {
      $0.description
    } remedy: { word in
      ListenAddress(argument: word) == nil
        ? "give HOST:PORT such as \(example), with a port from 0 to 65535"
        : "its host looks like an address but is not one: give HOST:PORT such as \(example)"
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
}

extension SettingForm where Value == PublicName {
  /// A public name, with or without a port.
  static var publicName: SettingForm {
    SettingForm {
      PublicName(argument: $0)
    } word: {
      $0.description
    } remedy: { _ in
      "give a host name or an address, with a port from 1 to 65535 if it needs one, such as"
        + " play.example.org or 192.0.2.7:443"
    }
  }
}

extension SettingForm where Value == ServerURL {
  /// The address of a server, without a room.
  static var serverURL: SettingForm {
    SettingForm { word in
      (try? ServerURL(word)).flatMap { $0.code == nil && !$0.isToWatch ? $0 : nil }
    } word: {
      $0.description
    } remedy: { word in
      do throws(ServerURLError) {
        return try ServerURL(word).code == nil
          ? "" : "give a server's address without a room, such as wss://play.example.org"
      } catch {
        return "give a server's address such as wss://play.example.org or ws://192.0.2.7:7777"
      }
    }
  }
}

extension SettingForm where Value == String {
  /// The id of a key: the first 20 bytes of its hash in base 32.
  static var keyID: SettingForm {
    text("give the player's id that facedown identity prints, 32 of a-z and 2-7") { word in
      word.utf8.count == 32 && word.allSatisfy { "abcdefghijklmnopqrstuvwxyz234567".contains($0) }
    }
  }
}

extension SettingForm where Value == CertificateFingerprint {
  /// The fingerprint of a certificate.
  static var fingerprint: SettingForm {
    SettingForm {
      CertificateFingerprint($0)
    } word: {
      $0.description
    } remedy: { _ in
      "give the certificate's SHA-256 fingerprint, 64 hexadecimal digits"
    }
  }
}

extension SettingForm where Value == String {
  /// The origin of a web page, or `*`.
  static var origin: SettingForm {
    text("give an origin like https://play.example.org, or * for all") { word in
      guard word != "*", let separator = word.firstRange(of: "://") else { return word == "*" }
      return !word[..<separator.lowerBound].isEmpty && !word[separator.upperBound...].isEmpty
    }
  }

  /// An IP address or block.
  static var addresses: SettingForm {
    text(
      "give an address like 192.0.2.7 or 2001:db8::7, or a block of them like 192.0.2.0/24"
    ) { ProxyRange($0) != nil }
  }
}
