// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The names under which libwebsockets knows a listener's subprotocols.
///
/// lws takes the first subprotocol of the client's list that it knows, where the server's order
/// should count. It reads the names from memory of ours, so it is made to know the right one only.
struct SubprotocolNames {
  private let names: [(text: String, pointer: UnsafeMutablePointer<CChar>, first: CChar)]

  /// Names in memory `keep` gives, which lives as long as lws reads it.
  init(_ texts: [String], keep: (String) -> UnsafeMutablePointer<CChar>) {
    names = texts.map { text in
      precondition(!text.isEmpty, "A listener was given a subprotocol without a name.")
      let pointer = keep(text)
      return (text, pointer, pointer[0])
    }
  }

  var pointers: [UnsafePointer<CChar>] { names.map { UnsafePointer($0.pointer) } }

  /// Makes lws know none but `chosen`, until this is called again; an empty name matches no offer.
  func show(only chosen: String?) {
    for name in names { name.pointer[0] = name.text == chosen ? name.first : 0 }
  }
}
