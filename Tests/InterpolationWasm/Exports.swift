// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Functions for the Node test: one track, and one animation that is built call by call. It is
// compiled together with the module's own files, as one Embedded Swift module for wasm32.

nonisolated(unsafe) private var track = Track(0.0)
nonisolated(unsafe) private var animation = Animation.linear

@_expose(wasm, "reset")
@_cdecl("reset")
func reset() { track = Track(0.0) }

@_expose(wasm, "timingCurve")
@_cdecl("timingCurve")
func timingCurve(x1: Double, y1: Double, x2: Double, y2: Double, duration: Double) {
  animation = .timingCurve(x1, y1, x2, y2, duration: duration)
}

@_expose(wasm, "spring")
@_cdecl("spring")
func spring(duration: Double, bounce: Double) {
  animation = .spring(duration: duration, bounce: bounce)
}

@_expose(wasm, "springResponse")
@_cdecl("springResponse")
func springResponse(response: Double, dampingFraction: Double) {
  animation = .spring(response: response, dampingFraction: dampingFraction)
}

@_expose(wasm, "interpolatingSpring")
@_cdecl("interpolatingSpring")
func interpolatingSpring(
  mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
) {
  animation = .interpolatingSpring(
    mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
}

@_expose(wasm, "delay")
@_cdecl("delay")
func delay(seconds: Double) { animation = animation.delay(seconds) }

@_expose(wasm, "speed")
@_cdecl("speed")
func speed(factor: Double) { animation = animation.speed(factor) }

@_expose(wasm, "repeatCount")
@_cdecl("repeatCount")
func repeatCount(count: Int32, autoreverses: Bool) {
  animation = animation.repeatCount(Int(count), autoreverses: autoreverses)
}

@_expose(wasm, "repeatForever")
@_cdecl("repeatForever")
func repeatForever(autoreverses: Bool) {
  animation = animation.repeatForever(autoreverses: autoreverses)
}

@_expose(wasm, "change")
@_cdecl("change")
func change(time: Double, target: Double) {
  track.change(to: target, at: time, animation: animation)
}

@_expose(wasm, "value")
@_cdecl("value")
func value(time: Double) -> Double { track.value(at: time) }

@_expose(wasm, "velocity")
@_cdecl("velocity")
func velocity(time: Double) -> Double { track.velocity(at: time) }

/// Uses what tracks do not, so that it is compiled and linked.
///
/// One child comes and one goes: a hundred for each that is shown, ten for each that is leaving,
/// and one if the geometry between two places is half way.
@_expose(wasm, "stage")
@_cdecl("stage")
func stage() -> Int32 {
  var container = TransitionContainer<Int>()
  let transaction = Transaction(animation: .linear(duration: 1))
  let size = Size(width: 2, height: 3)
  container.update([.init(id: 1, size: size)], at: 0)
  container.update([.init(id: 2, transition: .slide, size: size)], at: 1, transaction: transaction)
  let children = container.children(at: 1.5)

  var geometry = MatchedGeometry<Int>()
  let key = MatchedGeometryKey(1, in: Namespace(1))
  for (time, x) in [(0.0, 0.0), (1.0, 10.0)] {
    let frame = Rect(x: x, y: 0, width: 2, height: 3)
    guard
      (try? geometry.update([.init(key: key, frame: frame)], at: time, transaction: transaction))
        != nil
    else { return -1 }
  }
  let isHalfWay = geometry.frame(of: key, at: 1.5)?.origin.x == 5
  let leaving = children.reduce(0) { $0 + ($1.isLeaving ? 1 : 0) }
  return Int32(100 * children.count + 10 * leaving + (isHalfWay ? 1 : 0))
}
