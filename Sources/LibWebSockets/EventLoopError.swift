// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why an ``EventLoop`` could not be started.
package enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system provided no thread; `reason` is the system's.
  case noThread(reason: String)
  /// libev could not create a loop, mostly for lack of descriptors.
  case noLoop
  /// libwebsockets could not create its context.
  case noContext

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .noThread(let reason):
      "No thread could be started for the network (\(reason)): raise the limit of processes."
    case .noLoop:
      "libev could not start: raise the limit of open files (ulimit -n)."
    case .noContext:
      "libwebsockets could not start: install its libev plug-in (Debian: libwebsockets-evlib-ev)"
        + " and raise the limit of open files (ulimit -n)."
    }
  }
}
