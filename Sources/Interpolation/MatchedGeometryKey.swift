// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A namespace of ids, so that parts of a screen can reuse ids.
///
/// Unlike SwiftUI's, which each view creates anew, a namespace is a number its owner chooses, so
/// that it is the same on every screen.
public struct Namespace: Hashable, Sendable {
  /// Identifies the namespace.
  public let number: Int

  /// The namespace of this number.
  public init(_ number: Int) { self.number = number }
}

/// Identifies a group of views.
public struct MatchedGeometryKey<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The id within its namespace.
  public let id: ID
  /// The namespace of `id`.
  public let namespace: Namespace

  /// The group of `id` in `namespace`.
  public init(_ id: ID, in namespace: Namespace) {
    self.id = id
    self.namespace = namespace
  }
}

/// The properties that a member takes from its group.
public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// The set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The position of the anchor.
  public static let position = Self(rawValue: 1)
  /// Width and height.
  public static let size = Self(rawValue: 2)
  /// Both.
  public static let frame: Self = [.position, .size]
}

/// An inconsistent group.
public enum MatchedGeometryError<ID: Hashable & Sendable>: Error, Hashable {
  /// Two members of the group are sources.
  case twoSources(MatchedGeometryKey<ID>)
}

#if !hasFeature(Embedded)
extension MatchedGeometryError: CustomStringConvertible {
  /// The problem, and its solution.
  public var description: String {
    switch self {
    case .twoSources(let key):
      """
      Two views are the source of '\(key.id)' in namespace \(key.namespace.number); let one of \
      them leave or be no source.
      """
    }
  }
}
#endif
