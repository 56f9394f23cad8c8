// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The names under which libwebsockets knows a listener's subprotocols.
///
/// lws picks the first known subprotocol of the client's list, where the server's order should
/// count. It reads the names from our memory, so only the right one is shown to it.
struct SubprotocolNames {
  private let names: [(text: String, pointer: UnsafeMutablePointer<CChar>, first: CChar)]

  /// Names in memory from `keep`, which lives as long as lws reads it.
  init(_ texts: [String], keep: (String) -> UnsafeMutablePointer<CChar>) {
    names = texts.map { text in
      precondition(!text.isEmpty, "A listener was given a subprotocol without a name.")
      let pointer = keep(text)
      return (text, pointer, pointer[0])
    }
  }

  var pointers: [UnsafePointer<CChar>] { names.map { UnsafePointer($0.pointer) } }

  /// Makes lws know only `chosen`, until the next call; an empty name matches no offer.
  func show(only chosen: String?) {
    for name in names { name.pointer[0] = name.text == chosen ? name.first : 0 }
  }
}
