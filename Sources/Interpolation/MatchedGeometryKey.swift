// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A space of ids, so that two parts of a screen can use the same ids for different things.
///
/// Unlike SwiftUI's, which is made up anew by every view, a namespace is a number its owner chooses,
/// so that it is the same on every screen.
public struct Namespace: Hashable, Sendable {
  /// What tells this namespace from others.
  public let number: Int

  /// The namespace of this number.
  public init(_ number: Int) { self.number = number }
}

/// What the views of one group share.
public struct MatchedGeometryKey<ID: Hashable & Sendable>: Hashable, Sendable {
  /// Which thing it is.
  public let id: ID
  /// The space that `id` belongs to.
  public let namespace: Namespace

  /// The group of `id` in `namespace`.
  public init(_ id: ID, in namespace: Namespace) {
    self.id = id
    self.namespace = namespace
  }
}

/// What a member takes from its group.
public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// The set of these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The place of the anchor.
  public static let position = Self(rawValue: 1)
  /// Width and height.
  public static let size = Self(rawValue: 2)
  /// Both.
  public static let frame: Self = [.position, .size]
}

/// What is wrong with the members of a group.
public enum MatchedGeometryError<ID: Hashable & Sendable>: Error, Hashable {
  /// Two members of the group `key` say that the group is where they are.
  case twoSources(MatchedGeometryKey<ID>)
}

#if !hasFeature(Embedded)
extension MatchedGeometryError: CustomStringConvertible {
  /// What is wrong, and what would be right.
  public var description: String {
    switch self {
    case .twoSources(let key):
      """
      Two views are the source of '\(key.id)' in namespace \(key.namespace.number); let one of them \
      be leaving or no source.
      """
    }
  }
}
#endif
