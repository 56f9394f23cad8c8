// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a response's content is compressed, best first (RFC 9110, section 8.4.1).
package enum ContentCoding: String, CaseIterable, Hashable, Sendable {
  /// Brotli (RFC 7932).
  case brotli = "br"
  /// Gzip.
  case gzip
  /// Not at all.
  case identity

  /// The best of these codings for a client.
  ///
  /// - Parameters:
  ///   - available: The codings that there are.
  ///   - accepted: The client's `Accept-Encoding`; nil if it sent none, and then only
  ///     ``identity`` is sure to be understood.
  /// - Returns: The coding; nil if the client takes none of them.
  static func chosen(of available: some Collection<ContentCoding>, for accepted: String?)
    -> ContentCoding?
  {
    let preferences = Preferences(accepted ?? "")
    func weight(_ coding: ContentCoding) -> Double {
      if let named = preferences.weight(of: coding.rawValue) { return named }
      if let others = preferences.weight(of: "*") { return others }
      // Without a word about it, it is acceptable, but less so than anything that was named.
      return coding == .identity ? .leastNonzeroMagnitude : 0
    }
    var best: ContentCoding?
    for coding in allCases where available.contains(coding) && weight(coding) > 0 {
      if best.map({ weight(coding) > weight($0) }) ?? true { best = coding }
    }
    return best
  }
}

/// What a client takes, each with a weight of 0 to 1: the value of a field such as `Accept` or
/// `Accept-Encoding` (RFC 9110, section 12.4.2).
struct Preferences {
  private var weights: [String: Double] = [:]

  /// Reads a field; what is not well-formed counts as not acceptable.
  init(_ field: String) {
    for item in field.split(separator: ",") {
      let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
      guard let name = parts.first, !name.isEmpty else { continue }
      var weight = 1.0
      for part in parts.dropFirst() where part.hasPrefix("q=") {
        let value = Double(part.dropFirst(2)) ?? 0
        weight = value > 0 && value <= 1 ? value : 0
      }
      // Of one that is named twice, the first word counts.
      if weights[name] == nil { weights[name] = weight }
    }
  }

  /// The weight of an item in lower case; nil if it is not named.
  func weight(of item: String) -> Double? { weights[item] }

  /// Whether an item is named as acceptable.
  func names(_ item: String) -> Bool { weights[item].map { $0 > 0 } ?? false }

  /// Whether a media type is acceptable, by name or by a range.
  func take(_ type: String) -> Bool {
    let range = type.prefix { $0 != "/" } + "/*"
    return (weights[type] ?? weights[String(range)] ?? weights["*/*"] ?? 0) > 0
  }

  private static func trimmed(_ part: Substring) -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = part.drop(while: isSpace)
    let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
    return start[..<end].lowercased()
  }
}
