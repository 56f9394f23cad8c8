// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

@testable import LibWebSockets

/// Properties of frame inspection, whole frames and message assembly: their results do not depend on
/// how the network cuts the stream, and equal those of a plain parser.
///
/// The first byte of an input determines the cuts.
enum FramesProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    guard let first = bytes.first else { return .refused }
    let stream = Array(bytes.dropFirst())
    var cuts = Cuts(first)
    let expected = Plain(stream)
    var inspector = FrameInspector(position: 7, maximumMessageBytes: Plain.longest)
    var finding = FrameInspector.Finding.inOrder
    var start = 0
    while start < stream.count, finding == .inOrder {
      let end = min(start + cuts.next(), stream.count)
      // Some bytes are seen twice, as when the loop inspects before it reads.
      let seen = start - min(start, Int(first % 3))
      finding = inspector.see(stream[seen..<end], at: UInt64(7 + seen))
      start = end
    }
    try hold(!inspector.isLost, "The inspector lost its place.")
    try hold(finding == expected.finding, "It found \(finding) instead of \(expected.finding).")
    let pings = inspector.takePings()
    try hold(pings == expected.pings, "It saw pings \(pings) instead of \(expected.pings).")
    try hold(inspector.takePings().isEmpty, "Pings were returned twice.")
    if finding == .inOrder {
      try hold(
        inspector.isUnderWay == expected.isUnderWay, "In progress should be \(expected.isUnderWay)."
      )
      try hold(inspector.position == UInt64(7 + stream.count), "A wrong position.")
    }
    try holdAssembly(stream, &cuts)
    try holdWholeFrames(stream)
    return finding == .inOrder ? .read : .refused
  }

  /// The whole frames with which the stream begins leave nothing to inspect, and each unmasks itself
  /// alone.
  private static func holdWholeFrames(_ stream: [UInt8]) throws(InvariantViolation) {
    var (offset, bytes) = (0, stream)
    var inspector = FrameInspector(position: 0, maximumMessageBytes: Plain.longest)
    while let frame = bytes.withUnsafeBytes({
      WholeFrame(in: $0, at: offset, maximumMessageBytes: Plain.longest)
    }) {
      let end = frame.payload.upperBound
      let finding = inspector.see(stream[offset..<end], at: UInt64(offset))
      try hold(finding == .inOrder, "A whole frame is a violation: \(finding).")
      try hold(inspector.isBetweenMessages, "A whole frame leaves something incomplete.")
      try hold(inspector.takePings().isEmpty, "A whole frame is a ping.")
      bytes.withUnsafeMutableBytes { frame.unmask(in: $0) }
      let mask = stream[(frame.payload.lowerBound - 4)..<frame.payload.lowerBound]
      let payload = stream[frame.payload].enumerated().map { $1 ^ mask[mask.startIndex + $0 % 4] }
      try hold(Array(bytes[frame.payload]) == payload, "A payload was unmasked wrongly.")
      offset = end
    }
    try hold(bytes[offset...] == stream[offset...], "Bytes behind the frames were changed.")
  }

  /// The pieces of one message, in two cuts.
  private static func holdAssembly(
    _ stream: [UInt8], _ cuts: inout Cuts
  ) throws(InvariantViolation) {
    var assembly = MessageAssembly(maximumBytes: 1024, maximumPieces: 16)
    var start = 0
    var pieces = 0
    var step = MessageAssembly.Step.incomplete
    repeat {
      let end = min(start + cuts.next(), stream.count)
      pieces += 1
      step = assembly.add(
        stream[start..<end].span.bytes, endsFragment: true, endsMessage: end == stream.count)
      start = end
      try hold(assembly.bytes.count <= 1024, "\(assembly.bytes.count) bytes are buffered.")
    } while step == .incomplete
    switch step {
    case .tooBig:
      try hold(
        stream.count > 1024 || pieces > 16, "A message within the limits is refused as too big.")
    case .pieceIsMessage: try hold(pieces == 1, "\(pieces) pieces are reported as one.")
    case .complete, .incomplete:
      try hold(assembly.bytes == stream, "A message was assembled wrongly.")
    }
  }

  /// The size of the next piece, derived from the first byte of an input.
  struct Cuts {
    private var state: UInt32

    init(_ first: UInt8) { state = UInt32(first) + 1 }

    mutating func next() -> Int {
      state = state &* 1_103_515_245 &+ 12_345
      let size = Int(state >> 16 & 0xff)
      return size < 128 ? 1 + size % 7 : size
    }
  }

  /// A plain parser of the whole stream, by RFC 6455, section 5.2.
  private struct Plain {
    /// The maximum message size: large enough for every form of length.
    static let longest = 100_000

    var finding = FrameInspector.Finding.inOrder
    var isUnderWay = false
    /// The payloads of complete pings; of too many the last stands for the rest.
    var pings: [[UInt8]] = []

    init(_ stream: [UInt8]) {
      var rest = stream[...]
      var isOpen = false
      var messageLength: UInt64 = 0
      while !rest.isEmpty {
        isUnderWay = true
        guard rest.count >= 2 else { return }
        let (first, second) = (rest[rest.startIndex], rest[rest.startIndex + 1])
        let digits = second & 0x7f == 126 ? 2 : second & 0x7f == 127 ? 8 : 0
        guard first & 8 == 0 || digits == 0 else {
          finding = .oversizedControl
          return
        }
        guard second & 0x80 != 0 else {
          finding = .unmasked
          return
        }
        guard digits < 8 || rest.count < 3 || rest[rest.startIndex + 2] & 0x80 == 0 else {
          finding = .impossibleLength
          return
        }
        guard rest.count >= 6 + digits else { return }
        let told = rest.dropFirst(2).prefix(digits)
        let length =
          digits == 0 ? UInt64(second & 0x7f) : told.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let least: UInt64 = digits == 2 ? 126 : digits == 8 ? 65_536 : 0
        guard length >= least else {
          finding = .badLength
          return
        }
        if first & 8 == 0 {
          messageLength = length + (isOpen ? messageLength : 0)
          guard messageLength <= UInt64(Self.longest) else {
            finding = .tooBig
            return
          }
          isOpen = first & 0x80 == 0
        }
        let mask = Array(rest.dropFirst(2 + digits).prefix(4))
        rest = rest.dropFirst(6 + digits)
        guard UInt64(rest.count) >= length else { return }
        if first & 0x0f == 9 {
          if pings.count == FrameInspector.maximumPings { pings.removeLast() }
          pings.append(rest.prefix(Int(length)).enumerated().map { $1 ^ mask[$0 % 4] })
        }
        rest = rest.dropFirst(Int(length))
        isUnderWay = isOpen
      }
    }
  }
}
