// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension ServerURL {
  /// The maximum number of segments of a node's path.
  private static let mostSegments = 2
  /// The maximum number of bytes of each.
  private static let longestSegment = 32

  /// Reads the address of a node, as a server sends it: like a link, but with up to two segments of
  /// ASCII letters, digits and hyphens in place of the room's code.
  ///
  /// - Throws: `ServerURLError` naming the part that is wrong.
  init(node text: String) throws(ServerURLError) {
    var segments: [Substring]
    (self, segments) = try Self.parse(text, Self.schemes)
    if segments.last == "" { segments.removeLast() }
    guard Self.isPath(segments) else { throw .path(text) }
    path = Self.path(segments)
  }

  /// Whether segments are a node's path, or none.
  static func isPath(_ segments: [Substring]) -> Bool {
    segments.count <= mostSegments
      && segments.allSatisfy { segment in
        (1...longestSegment).contains(segment.utf8.count)
          && segment.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// The path with these segments.
  static func path(_ segments: [Substring]) -> String { segments.reduce("") { "\($0)/\($1)" } }

  /// Whether a segment has the form of the codes that servers draw: five or eight letters and digits
  /// without look-alikes, in any case.
  static func isCode(_ segment: Substring) -> Bool {
    let lookAlikes = Array("01ILOilo".utf8)
    return (segment.utf8.count == 5 || segment.utf8.count == 8)
      && segment.utf8.allSatisfy { isLetterOrDigit($0) && !lookAlikes.contains($0) }
  }

  /// Whether the host of `other` is this one's or, for the name of a domain, one below it.
  ///
  /// An address has no hosts below it, nor has `localhost`; whether two spellings of an IPv6 address
  /// mean the same is not examined.
  func isHostOrAbove(_ other: ServerURL) -> Bool {
    let own = Self.lowercased(host)
    let others = Self.lowercased(other.host)
    if own == others { return true }
    guard !isAddress, own != Self.lowercased("localhost"), others.count > own.count + 1,
      others.suffix(own.count) == own[...]
    else { return false }
    // Whole labels only, each of letters, digits and hyphens.
    let labels = others.dropLast(own.count).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.last?.isEmpty == true
      && labels.dropLast().allSatisfy { label in
        !label.isEmpty
          && label.allSatisfy { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  /// Whether the host is an IP address: an IPv6 address has a colon, and of a name the last label
  /// begins with no digit.
  var isAddress: Bool {
    let last = host.utf8.split(separator: UInt8(ascii: ".")).last
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return host.utf8.contains(UInt8(ascii: ":")) || last?.first.map(digits.contains) ?? false
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// A text's bytes, ASCII letters in lower case.
  static func lowercased(_ text: String) -> [UInt8] {
    text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
