// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@Suite("Transactions", .timeLimit(.minutes(1)))
struct TransactionTests {
  @Test("nested, the inner explicit animation wins")
  func explicit() {
    let transaction = Transaction(animation: .linear).withAnimation(.bouncy)
    #expect(transaction.animation == .bouncy)
    #expect(transaction.withAnimation(nil).animation == nil)
    #expect(Transaction().withAnimation().animation == .default)
  }

  @Test(
    "a scope replaces the animation where its value changed, and only there",
    arguments: [
      (true, true, Animation.easeIn as Animation?), (false, true, .bouncy), (true, false, .linear),
    ])
  func scope(changed: Bool, known: Bool, expected: Animation?) {
    let previous: Int? = known ? 1 : nil
    let base = Transaction(animation: known ? .bouncy : .linear)
    let scoped = base.scoped(by: .easeIn, value: changed ? 2 : 1, previous: previous)
    #expect(scoped.animation == expected)
  }

  @Test("the innermost scope wins, also over an explicit animation; nil makes it show at once")
  func innermost() {
    let outer = Transaction(animation: .linear).scoped(by: .easeIn, value: 2, previous: 1)
    #expect(outer.scoped(by: .easeOut, value: 2, previous: 1).animation == .easeOut)
    #expect(outer.scoped(by: nil, value: 2, previous: 1).animation == nil)
  }

  @Test("scopes leave a transaction alone that disables them")
  func disabled() {
    let transaction = Transaction(animation: nil, disablesAnimations: true)
    #expect(transaction.scoped(by: .easeIn, value: 2, previous: 1) == transaction)
    #expect(transaction.withAnimation(.linear).disablesAnimations)
  }

  @Test("a transaction is complete when all it animated is, or at once")
  func completion() {
    #expect(Transaction.completion(startingAt: 2, of: []) == 2)
    #expect(Transaction.completion(startingAt: 2, of: [3, 5, 4]) == 5)
  }
}
