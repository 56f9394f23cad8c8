// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why an ``EventLoop`` could not be started.
public enum EventLoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system gave no thread; `reason` is its word for why.
  case noThread(reason: String)
  /// libev could not make a loop, mostly for want of descriptors.
  case noLoop
  /// libwebsockets could not make its context.
  case noContext

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
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
