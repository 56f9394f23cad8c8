// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// Starts a detached thread that runs `body`; returns 0, or the error number if none is available.
func startThread(named name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
  let box = Unmanaged.passRetained(ThreadBody(name: name, body: body))
  var thread = pthread_t()
  let error = pthread_create(
    &thread, nil,
    { argument in
      guard let argument else { return nil }
      let box = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      clws_name_thread(box.name)
      box.body()
      return nil
    }, box.toOpaque())
  if error == 0 { pthread_detach(thread) } else { box.release() }
  return error
}

private final class ThreadBody: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}
