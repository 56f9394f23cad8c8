// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A side of a rectangle.
public enum Edge: Hashable, Sendable {
  /// The upper side.
  case top
  /// The left side.
  case leading
  /// The lower side.
  case bottom
  /// The right side.
  case trailing

  /// The side across.
  public var opposite: Self {
    switch self {
    case .top: .bottom
    case .leading: .trailing
    case .bottom: .top
    case .trailing: .leading
    }
  }

  /// The offset that moves something of `size` just out of its place over this side.
  func way(out size: Size) -> Size {
    switch self {
    case .top: Size(width: 0, height: -size.height)
    case .leading: Size(width: -size.width, height: 0)
    case .bottom: Size(width: 0, height: size.height)
    case .trailing: Size(width: size.width, height: 0)
    }
  }
}

#if !hasFeature(Embedded)
extension Edge: Codable {}
#endif
