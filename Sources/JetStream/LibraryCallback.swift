// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CNats
import Dispatch
import Glibc

/// An event of the library, raised on one of its threads.
enum LibraryEvent: Sendable {
  /// The connection is there, for the first time or again.
  case connected
  /// The connection is cut; the library tries to connect again.
  case disconnected
  /// The library has given up.
  case closed
  /// A message for a subscription.
  case message(Message)
  /// Messages for a subscription were dropped, or the server has refused something.
  case failed(String)
}

/// The handlers of the library's events.
///
/// The library is given a number, never a pointer, so a callback that comes late finds nobody.
enum LibraryTable {
  private struct Handler {
    let owner: String
    let call: @Sendable (LibraryEvent) -> Void
  }

  private struct State {
    var handlers: [UInt: Handler] = [:]
    var last: UInt = 0
  }

  /// Used as a lock.
  private static let queue = DispatchQueue(label: "nats callbacks")
  nonisolated(unsafe) private static var state = State()

  /// Adds a handler of a connection, which is called on any thread; the number under which it is known.
  static func add(
    for owner: String, _ handler: @escaping @Sendable (LibraryEvent) -> Void
  ) -> UInt {
    queue.sync {
      state.last += 1
      state.handlers[state.last] = Handler(owner: owner, call: handler)
      return state.last
    }
  }

  /// Removes a handler; nothing is handed to it from now on, but a call may be under way.
  static func remove(_ number: UInt) {
    queue.sync { state.handlers[number] = nil }
  }

  /// The number of a connection's handlers.
  static func count(of owner: String) -> Int {
    queue.sync { state.handlers.values.count { $0.owner == owner } }
  }

  fileprivate static func tell(_ closure: UnsafeMutableRawPointer?, _ event: LibraryEvent) {
    let number = UInt(bitPattern: closure)
    queue.sync { state.handlers[number] }?.call(event)
  }
}

/// The entry points for the library's callbacks.
enum LibraryCallback {
  /// A number as the closure that goes through the library.
  static func closure(_ number: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: number)
  }

  static let connected: natsConnectionHandler = { _, closure in
    LibraryTable.tell(closure, .connected)
  }

  static let disconnected: natsConnectionHandler = { _, closure in
    LibraryTable.tell(closure, .disconnected)
  }

  static let closed: natsConnectionHandler = { _, closure in
    LibraryTable.tell(closure, .closed)
  }

  static let failed: natsErrHandler = { _, _, status, closure in
    LibraryTable.tell(closure, .failed(String(cString: natsStatus_GetText(status))))
  }

  /// The message is ours, and is destroyed here.
  static let message: natsMsgHandler = { _, _, pointer, closure in
    guard let pointer else { return }
    defer { natsMsg_Destroy(pointer) }
    LibraryTable.tell(closure, .message(Message(copying: pointer)))
  }
}

extension Message {
  /// A copy of the library's message.
  fileprivate init(copying message: OpaquePointer) {
    let count = Int(natsMsg_GetDataLength(message))
    let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count)
    self.init(
      subject: natsMsg_GetSubject(message).map { String(cString: $0) } ?? "",
      reply: natsMsg_GetReply(message).map { String(cString: $0) },
      headers: Self.headers(of: message), bytes: Array(bytes))
  }

  private static func headers(of message: OpaquePointer) -> [String: String] {
    var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: Int32 = 0
    guard natsMsgHeader_Keys(message, &names, &count) == NATS_OK, let names else { return [:] }
    // The names belong to the message, their array does not.
    defer { free(names) }
    var headers: [String: String] = [:]
    for index in 0..<Int(count) {
      var value: UnsafePointer<CChar>?
      guard let name = names[index], natsMsgHeader_Get(message, name, &value) == NATS_OK,
        let value
      else { continue }
      headers[String(cString: name)] = String(cString: value)
    }
    return headers
  }
}
