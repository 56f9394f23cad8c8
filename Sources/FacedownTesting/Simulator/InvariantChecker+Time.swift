// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// The time that servers tell: never ahead of their clocks, and never going back.

extension InvariantChecker {
  /// A server sends its time; `isLatest` unless it is that of something earlier.
  func stamp(_ time: ServerTime, over model: ConnectionModel, isLatest: Bool, now: ServerTime) {
    guard relays[model.node] == nil else {
      return checkRelayed(time, over: model, isLatest: isLatest, now: now)
    }
    if isLatest {
      if time < latestStamp {
        complain(.time, "The server's time goes back by \(latestStamp - time).")
      }
      latestStamp = max(latestStamp, time)
    }
    if time > now + offset { complain(.time, "A timestamp is ahead of the server's clock.") }
  }

  /// A relay tells the time of the nodes, as well as it knows that, and none that goes back but in
  /// another epoch, for which everybody connects anew.
  private func checkRelayed(
    _ time: ServerTime, over model: ConnectionModel, isLatest: Bool, now: ServerTime
  ) {
    guard let slack = relays[model.node]?.slack() else { return }
    if time > now + slack {
      complain(.time, "A relay's time is \(time - now) ahead, and it may be wrong by \(slack).")
    }
    guard isLatest else { return }
    if time < now - slack {
      complain(.time, "A relay's time is \(now - time) late, and it may be wrong by \(slack).")
    }
    let former = model.epoch.flatMap { relays[model.node]?.latest[$0] } ?? model.latestStamp
    if time < former { complain(.time, "A relay's time goes back by \(former - time).") }
    model.latestStamp = max(former, time)
    if let epoch = model.epoch { relays[model.node]?.latest[epoch] = model.latestStamp }
  }
}
