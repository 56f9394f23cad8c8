// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Functions for the Node test: a match decided by the rules of Game, and its scenes by Stage.
// It is compiled as Embedded Swift for wasm32, with FixedScenes of the native tests.

nonisolated(unsafe) private var scenes: FixedScenes?
nonisolated(unsafe) private var numbers: [Double] = []

/// Plays the match.
///
/// - Returns: the number of scenes.
@_expose(wasm, "play")
@_cdecl("play")
func play() -> Int32 {
  scenes = FixedScenes()
  return Int32(FixedScenes.count)
}

/// Stages a scene.
///
/// - Returns: the number of numbers.
@_expose(wasm, "stageScene")
@_cdecl("stageScene")
func stageScene(index: Int32) -> Int32 {
  numbers = scenes?.numbers(Int(index)) ?? []
  return Int32(numbers.count)
}

/// One number of the scene staged last.
@_expose(wasm, "number")
@_cdecl("number")
func number(index: Int32) -> Double { numbers[Int(index)] }
