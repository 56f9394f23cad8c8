// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite(.timeLimit(.minutes(1)))
struct MessageAssemblyTests {
  private typealias Piece = (bytes: [UInt8], endsFragment: Bool, endsMessage: Bool)

  private func steps(_ pieces: [Piece], bytes: Int = 8, pieces limit: Int = 3)
    -> [MessageAssembly.Step]
  {
    var assembly = MessageAssembly(maximumBytes: bytes, maximumPieces: limit)
    return pieces.map {
      assembly.add(
        $0.bytes.span.bytes, endsFragment: $0.endsFragment, endsMessage: $0.endsMessage)
    }
  }

  @Test("A message in one piece is not copied; more pieces are joined")
  func assembling() {
    var assembly = MessageAssembly(maximumBytes: 8, maximumPieces: 3)
    func add(_ bytes: [UInt8], _ endsFragment: Bool, _ endsMessage: Bool) -> MessageAssembly.Step {
      assembly.add(bytes.span.bytes, endsFragment: endsFragment, endsMessage: endsMessage)
    }
    #expect(add([1, 2], true, true) == .pieceIsMessage)
    #expect(!assembly.isUnderWay)
    #expect(add([1], true, false) == .incomplete)
    #expect(assembly.isUnderWay)
    #expect(add([2], false, false) == .incomplete)
    #expect(add([3], true, true) == .complete)
    #expect(assembly.bytes == [1, 2, 3] && !assembly.isUnderWay)
    #expect(add([], true, true) == .pieceIsMessage)
    #expect(add([4], false, false) == .incomplete)
    #expect(add([5], true, true) == .complete)
    #expect(assembly.bytes == [4, 5])
  }

  @Test("Bytes and fragments are limited; pieces of a fragment are not counted")
  func limits() {
    let eight = [UInt8](repeating: 0, count: 8)
    #expect(steps([(eight, true, true)]) == [.pieceIsMessage])
    #expect(steps([(eight + [0], true, true)]) == [.tooBig])
    #expect(steps([(eight, false, false), ([0], true, true)]) == [.incomplete, .tooBig])
    #expect(
      steps([([], true, false), ([], true, false), ([], true, true)])
        == [.incomplete, .incomplete, .complete])
    #expect(
      steps([([], true, false), ([], true, false), ([], true, false), ([], true, true)])
        == [.incomplete, .incomplete, .incomplete, .tooBig])
    let crumbs: [Piece] = (0..<7).map { ([UInt8($0)], false, false) } + [([7], true, true)]
    #expect(steps(crumbs).last == .complete)
  }
}
