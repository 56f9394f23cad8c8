// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TerminalUI

@Suite("Choices and steppers", .timeLimit(.minutes(1)))
struct ChoiceTests {
  @Test("A choice wraps around, both ways")
  func circle() {
    var choice = Choice(["a", "b", "c"], chosen: "b")
    #expect(choice.value == "b")
    choice.step(1)
    #expect(choice.value == "c")
    choice.step(1)
    #expect(choice.value == "a")
    choice.step(-1)
    #expect(choice.value == "c")
    choice.step(-5)
    #expect(choice.value == "a")
    #expect(Choice(["a", "b"], chosen: "z").value == "a")
    #expect(Choice([.init(value: "0", title: "none")]).title == "none")
  }

  @Test("A stepper stops at its bounds")
  func bounds() {
    var stepper = Stepper(99, in: 2...32)
    #expect(stepper.value == 32)
    stepper.step(1)
    #expect(stepper.value == 32)
    stepper.step(-31)
    #expect(stepper.value == 2)
  }
}
