// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Functions for the Node test: a match decided by the rules of Game and its scenes by Stage, the
// session of a MatchClient, and a player's screen by MatchUI. It is compiled as Embedded Swift for
// wasm32, with files of the native tests.

nonisolated(unsafe) private var scenes: FixedScenes?
nonisolated(unsafe) private var session: FixedSession?
nonisolated(unsafe) private var screen: FixedScreen?
nonisolated(unsafe) private var bots: [[Double]] = []
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

/// Plays the session.
///
/// - Returns: the number of steps.
@_expose(wasm, "playSession")
@_cdecl("playSession")
func playSession() -> Int32 {
  session = FixedSession()
  return Int32(session?.steps.count ?? 0)
}

/// Selects a step of the session.
///
/// - Returns: the number of numbers.
@_expose(wasm, "selectStep")
@_cdecl("selectStep")
func selectStep(index: Int32) -> Int32 {
  numbers = session?.steps[Int(index)] ?? []
  return Int32(numbers.count)
}

/// Plays the match on a player's screen.
///
/// - Returns: the number of frames.
@_expose(wasm, "playScreen")
@_cdecl("playScreen")
func playScreen() -> Int32 {
  screen = FixedScreen()
  return Int32(screen?.frames.count ?? 0)
}

/// Selects a frame of the screen.
///
/// - Returns: the number of numbers.
@_expose(wasm, "selectFrame")
@_cdecl("selectFrame")
func selectFrame(index: Int32) -> Int32 {
  numbers = screen?.frames[Int(index)] ?? []
  return Int32(numbers.count)
}

/// Lets bots choose during the match.
///
/// - Returns: the number of bots.
@_expose(wasm, "playBots")
@_cdecl("playBots")
func playBots() -> Int32 {
  bots = FixedBots.choices
  return Int32(bots.count)
}

/// Selects the choices of a bot.
///
/// - Returns: the number of numbers.
@_expose(wasm, "selectBot")
@_cdecl("selectBot")
func selectBot(index: Int32) -> Int32 {
  numbers = bots[Int(index)]
  return Int32(numbers.count)
}

/// One number of the scene staged last, or of the step, frame or bot selected last.
@_expose(wasm, "number")
@_cdecl("number")
func number(index: Int32) -> Double { numbers[Int(index)] }
