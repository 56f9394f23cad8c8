// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Wire

/// Properties of both codecs: a message round-trips through either encoding, and has one form in
/// each.
enum MessageProperty {
  static func client(
    _ bytes: [UInt8], _ encoding: WireEncoding
  ) throws(InvariantViolation) -> Verdict {
    let message = try holdOne(
      bytes, encoding, encode: { $0.encode($1) },
      decode: { encoding, bytes throws(WireError) in try encoding.decodeClientMessage(bytes) },
      // An unsupported message of a later version is reported and dropped.
      isForgotten: { if case .unsupported = $0 { true } else { false } })
    return message == nil ? .refused : .read
  }

  static func server(
    _ bytes: [UInt8], _ encoding: WireEncoding
  ) throws(InvariantViolation) -> Verdict {
    let message = try holdOne(
      bytes, encoding, encode: { $0.encode($1) },
      decode: { encoding, bytes throws(WireError) in try encoding.decodeServerMessage(bytes) },
      isForgotten: { $0 == .unrecognized })
    guard let message else { return .refused }
    fold(message)
    return .read
  }

  /// Decodes a message and round-trips it through either encoding; nil if it does not decode.
  private static func holdOne<Message: Equatable>(
    _ bytes: [UInt8], _ encoding: WireEncoding, encode: (WireEncoding, Message) -> [UInt8],
    decode: (WireEncoding, [UInt8]) throws(WireError) -> Message, isForgotten: (Message) -> Bool
  ) throws(InvariantViolation) -> Message? {
    let message: Message
    do throws(WireError) {
      message = try decode(encoding, bytes)
    } catch {
      try holdRefusal(error)
      return nil
    }
    if isForgotten(message) { return nil }
    for way in WireEncoding.allCases {
      try holdRoundTrip(
        message, way, encode: { encode(way, $0) },
        decode: { bytes throws(WireError) in try decode(way, bytes) })
    }
    return message
  }

  private static func holdRoundTrip<Message: Equatable>(
    _ message: Message, _ way: WireEncoding, encode: (Message) -> [UInt8],
    decode: ([UInt8]) throws(WireError) -> Message
  ) throws(InvariantViolation) {
    let bytes = encode(message)
    let again: Message
    do throws(WireError) {
      again = try decode(bytes)
    } catch {
      throw InvariantViolation("\(way) does not decode what it encoded (\(error)): \(message)")
    }
    try hold(again == message, "\(way) made \(again) of \(message)")
    try hold(encode(again) == bytes, "\(way) has two forms of \(message)")
  }

  /// A refusal of undecodable bytes must itself round-trip.
  static func holdRefusal(_ error: WireError) throws(InvariantViolation) {
    try holdSentence(error.description)
    let refused = ServerMessage.refused(id: nil, error.refusal)
    for way in WireEncoding.allCases {
      let read = try? way.decodeServerMessage(way.encode(refused))
      try hold(read == refused, "\(way) cannot say \(error.refusal)")
    }
  }

  /// Folds entries as a client would; an out-of-range number traps.
  private static func fold(_ message: ServerMessage) {
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
}
