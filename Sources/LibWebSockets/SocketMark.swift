// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The mark on a libwebsockets socket that leads back to our object: a key, never a reference.
///
/// It fits in the one user pointer of lws, so nothing has to be retained or released for a socket,
/// and a late callback for something gone finds nothing.
enum SocketMark {
  case connection(SlotKey)
  case listener(SlotKey)

  init?(_ pointer: UnsafeMutableRawPointer?) {
    let bits = UInt(bitPattern: pointer)
    // Generations start at 1, so zero is never a key.
    guard bits != 0 else { return nil }
    let key = SlotKey(
      slot: UInt32(truncatingIfNeeded: bits) >> 1,
      generation: UInt32(truncatingIfNeeded: bits >> 32))
    self = bits & 1 == 0 ? .connection(key) : .listener(key)
  }

  var pointer: UnsafeMutableRawPointer? {
    switch self {
    case .connection(let key): SocketMark.pack(key, 0)
    case .listener(let key): SocketMark.pack(key, 1)
    }
  }

  private static func pack(_ key: SlotKey, _ kind: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(key.generation) << 32 | UInt(key.slot) << 1 | kind)
  }
}
