// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Functions for the Node test: messages are decoded and encoded again by Wire over the stand-in for
// swift-protobuf. It is compiled as Embedded Swift for wasm32.

import Game
import Protocol
import Wire

nonisolated(unsafe) private var input: [UInt8] = []
nonisolated(unsafe) private var output: [UInt8] = []
nonisolated(unsafe) private var server: ServerMessage?
nonisolated(unsafe) private var client: ClientMessage?

/// Begins another input.
@_expose(wasm, "begin")
@_cdecl("begin")
func begin() { input = [] }

/// Adds up to four bytes to the input, the lowest first.
@_expose(wasm, "add")
@_cdecl("add")
func add(bytes: UInt32, count: Int32) {
  for place in 0..<UInt32(count) { input.append(UInt8(truncatingIfNeeded: bytes >> (8 * place))) }
}

/// Decodes the input as a server's message and folds what is to be folded.
///
/// - Returns: the length of the sentence that refuses it; 0 if it was read.
@_expose(wasm, "decodeServer")
@_cdecl("decodeServer")
func decodeServer(isJSON: Bool) -> Int32 {
  server = nil
  do throws(WireError) {
    let message = try (isJSON ? WireEncoding.json : .proto).decodeServerMessage(input)
    server = message
    fold(message)
    return 0
  } catch {
    return Int32(error.description.utf8.count)
  }
}

/// Decodes the input as a client's message.
///
/// - Returns: the length of the sentence that refuses it; 0 if it was read.
@_expose(wasm, "decodeClient")
@_cdecl("decodeClient")
func decodeClient(isJSON: Bool) -> Int32 {
  client = nil
  do throws(WireError) {
    client = try (isJSON ? WireEncoding.json : .proto).decodeClientMessage(input)
    return 0
  } catch {
    return Int32(error.description.utf8.count)
  }
}

/// Encodes the message that was decoded last.
///
/// - Returns: the number of bytes.
@_expose(wasm, "encode")
@_cdecl("encode")
func encode(isServer: Bool, isJSON: Bool) -> Int32 {
  let encoding = isJSON ? WireEncoding.json : .proto
  output = []
  if isServer, let server { output = encoding.encode(server) }
  if !isServer, let client { output = encoding.encode(client) }
  return Int32(output.count)
}

/// A byte of what was encoded.
@_expose(wasm, "byte")
@_cdecl("byte")
func byte(index: Int32) -> Int32 { Int32(output[Int(index)]) }

/// Folds entries as a client would; a number that is out of range traps.
private func fold(_ message: ServerMessage) {
  switch message {
  case .entry(let entry) where entry.seq > 0:
    var view = MatchView()
    view.seq = entry.seq - 1
    view.at = entry.at
    view.apply(entry)
  case .joined(let joined):
    guard var view = joined.base else { return }
    for entry in joined.tail { view.apply(entry) }
  default: break
  }
}
