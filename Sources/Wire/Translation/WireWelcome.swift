// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials
internal import Game
internal import Protocol

extension WireWelcome {
  init(_ welcome: Welcome) {
    sessionID = welcome.sessionID
    resumeToken = Data(welcome.resumeToken)
    if let player = welcome.playerID { playerID = player }
    serverTime = welcome.serverTime.microseconds
    clockEpoch = welcome.clockEpoch
    challenge = Data(welcome.challenge)
    limits = WireLimits(welcome.limits)
    serverVersion = welcome.serverVersion
    if let highest = welcome.highestRequestID { highestRequestID = highest.rawValue }
  }

  func translated() throws(WireError) -> Welcome {
    let fields = Fields("welcome")
    try fields.require(hasClockEpoch, "clock_epoch")
    try fields.require(hasLimits, "limits")
    // The next id above it must fit too.
    try fields.check(highestRequestID, "highest_request_id", in: Bounds.seq)
    return Welcome(
      sessionID: try fields.text(sessionID, "session_id"),
      resumeToken: try fields.bytes(resumeToken, "resume_token"),
      playerID: hasPlayerID ? try fields.text(playerID, "player_id") : nil,
      serverTime: try fields.time(hasServerTime, serverTime, "server_time"),
      clockEpoch: clockEpoch,
      challenge: try fields.bytes(challenge, "challenge"),
      limits: try limits.translated(),
      serverVersion: try fields.text(serverVersion, "server_version"),
      highestRequestID: hasHighestRequestID ? RequestID(highestRequestID) : nil)
  }
}

extension WireLimits {
  init(_ limits: ClientLimits) {
    messageBytes = UInt32(wire: limits.messageBytes)
    messagePieces = UInt32(wire: limits.messagePieces)
    bytesPerSecond = UInt32(wire: limits.bytesPerSecond)
    messageBurst = UInt32(wire: limits.messageBurst)
    messagesPerSecond = UInt32(wire: limits.messagesPerSecond)
    intentsPerSecond = UInt32(wire: limits.intentsPerSecond)
    nameCharacters = UInt32(wire: limits.nameCharacters)
    sessionHoldMs = Int32(wire: limits.sessionHold.wholeMilliseconds)
    if limits.pointsPerSecond > 0 { pointsPerSecond = UInt32(wire: limits.pointsPerSecond) }
  }

  func translated() throws(WireError) -> ClientLimits {
    let fields = Fields("limits")
    let range = Bounds.count
    return ClientLimits(
      messageBytes: try fields.integer(hasMessageBytes, messageBytes, "message_bytes", in: range),
      messagePieces: try fields.integer(
        hasMessagePieces, messagePieces, "message_pieces", in: range),
      bytesPerSecond: try fields.integer(
        hasBytesPerSecond, bytesPerSecond, "bytes_per_second", in: range),
      messageBurst: try fields.integer(hasMessageBurst, messageBurst, "message_burst", in: range),
      messagesPerSecond: try fields.integer(
        hasMessagesPerSecond, messagesPerSecond, "messages_per_second", in: range),
      intentsPerSecond: try fields.integer(
        hasIntentsPerSecond, intentsPerSecond, "intents_per_second", in: range),
      nameCharacters: try fields.integer(
        hasNameCharacters, nameCharacters, "name_characters", in: range),
      sessionHold: try fields.milliseconds(hasSessionHoldMs, sessionHoldMs, "session_hold_ms"),
      pointsPerSecond: hasPointsPerSecond
        ? try fields.integer(true, pointsPerSecond, "points_per_second", in: range) : 0)
  }
}
