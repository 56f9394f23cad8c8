// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Logging
import Protocol

/// Periodic checks of the clock and the certificate, independent of matches.
///
/// Confined to the loop's thread.
final class PeriodicChecks {
  /// Interval between checks.
  private static let interval = Duration.seconds(5)
  /// Interval between certificate warnings.
  private static let warningInterval = Duration.seconds(86_400)

  /// Called when the wall clock was stepped.
  var onStep: () -> Void = {}
  private var clock = ClockStepDetector()
  private let loop: EventLoop
  private let logger: Logger
  private var certificate: ServerCertificate?
  private var warnedAt: ContinuousClock.Instant?
  private var timer: LoopTimer?
  private let begin = ContinuousClock.now

  init(loop: EventLoop, logger: Logger) {
    self.loop = loop
    self.logger = logger
  }

  /// Starts checking, beginning now.
  func start(with certificate: ServerCertificate?) {
    precondition(timer == nil, "Periodic checks are started once.")
    self.certificate = certificate
    for warning in certificate?.warnings() ?? [] { logger.warning("\(warning)") }
    warnedAt = .now
    look()
  }

  /// Switches to a new certificate.
  func renew(_ certificate: ServerCertificate) {
    self.certificate = certificate
    for warning in certificate.warnings() { logger.warning("\(warning)") }
    warnedAt = .now
  }

  /// Stops checking.
  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func look() {
    let now = ContinuousClock.now
    if let step = clock.beat(wall: WallClock.now, steady: begin.duration(to: now)) {
      logger.warning("\(Self.sentence(for: step))")
      onStep()
    }
    if let warnedAt, now - warnedAt >= Self.warningInterval, let warning = certificate?.expiry() {
      logger.warning("\(warning)")
      self.warnedAt = now
    }
    timer = loop.schedule(after: Self.interval) { [weak self] in self?.look() }
  }

  /// The log sentence for a clock step.
  static func sentence(for step: Duration) -> String {
    let isBack = step < .zero
    return
      "The machine's clock was set \(isBack ? "back" : "forward") by "
      + "\((isBack ? .zero - step : step).rounded): "
      + "matches keep to the server's own monotonic time."
  }
}

extension Duration {
  /// The duration in words, in hours and minutes or in seconds.
  var rounded: String {
    let seconds = Int(components.seconds)
    guard seconds >= 120 else { return seconds.counted("second") }
    let (hours, minutes) = (seconds / 3_600, seconds % 3_600 / 60)
    guard hours > 0 else { return minutes.counted("minute") }
    return minutes == 0
      ? hours.counted("hour") : "\(hours.counted("hour")) and \(minutes.counted("minute"))"
  }
}

/// Detects steps of the wall clock by comparing it with a monotonic clock.
///
/// Matches use the monotonic clock; times in the log and certificate dates depend on the wall
/// clock.
struct ClockStepDetector: Sendable {
  /// Smaller differences are ordinary adjustments.
  static let tolerance = Duration.seconds(1)

  private var last: (wall: Duration, steady: Duration)?

  /// Compares both clocks.
  ///
  /// - Parameters:
  ///   - wall: the wall clock's time.
  ///   - steady: a monotonic clock's time that counts through sleep.
  /// - Returns: the step since the last call, negative if backwards; nil if there was none.
  mutating func beat(wall: Duration, steady: Duration) -> Duration? {
    defer { last = (wall, steady) }
    guard let last else { return nil }
    assert(steady >= last.steady, "The monotonic clock never goes back.")
    let step = (wall - last.wall) - (steady - last.steady)
    return step <= .zero - Self.tolerance || step >= Self.tolerance ? step : nil
  }
}
