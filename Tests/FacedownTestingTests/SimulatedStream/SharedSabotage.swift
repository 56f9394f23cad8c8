// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a shared journal breaks one promise of the contract, which is its raw value.
enum SharedSabotage: String, CaseIterable {
  case letsTwoDecide = "of two owners who race for a step, the last to claim lands it"
  case namesFirstDestination = "of three owners who race for a step, the last to claim lands it"
  case dropsLastStep = "an owner's step that lands before a claim is in the room that is claimed"
  case deniesLoss = "an owner's step that comes after a claim is lost to the claimer"
  case landsTheLost =
    "an owner's step and a claim at once: the room has the step if it has landed"
  case opensBoth = "of two rooms that two nodes open under one code, one is opened"
  case hidesRequest =
    "a request to open a room that is repeated at another node finds its room"
  case neverCloses =
    "a closed room is unknown, and its code rests for thirty days at every node"
  case missesNothing = "no open room is unknown"
  case claimsBlind = "the room of a living node is elsewhere"
  case seesNoGap = "the room of a node that is gone is owned, as of when that was last alive"
  case trustsTheSeer = "an owner was alive when it wrote its last entry, whoever says what"
  case mistrustsItself = "the room of a former run of the same node is owned"
  case forgetsWinner = "of two claims at once, one owns the room, and the other is told so"
  case readsTwoSteps = "a room that is claimed again and again goes on numbered without gaps"
  case countsIdleOwners =
    "an owner that decides nothing leaves its room as of when the one before was alive"
  case keepsHandedOver = "a room that is handed over is owned by the one it is handed to"
  case decidesOn = "a node that has handed a room over decides nothing in it"
  case waitsForever = "a room that is handed to a node that is gone is owned by the next"
  case handsOverLost =
    "a room is not handed over by a node that does not own it any more"
  case losesSeals =
    "a room is claimed whole: entries, sealed records, members and former members"
  case losesSpectators = "a room is claimed with the spectators who have not left"
  case readsOnePage = "a room of 300 steps is claimed whole, among others"
  case hidesDamage = "a room that cannot be folded is damaged"
  case speaksTooSoon = "nothing is said of a step until its outcome is known"
  case givesUpTooSoon = "a step that fails for certain never lands"
  case losesClaims = "a claim that was begun while the store was stopped comes to an end"
  case alwaysHasIt = "a node is told whether it has the journal"
  case tellsTwice = "results are told to every node once each, in one order"
  case leavesResults =
    "a result whose owner died is told once its room is claimed, and only then counts"
  case tellsOwnBans = "changes to the bans are told to every node in one order"
  case tellsFirstWords = "nodes are told what each tells about itself, also a late one"
  case neverWithdraws = "a node that withdraws has ended, for every other and for late ones"
  case neverTellsClosing =
    "places of rooms are told as they open, are claimed, and close, also to late nodes"
  case readsOwnSessions = "a session that one node puts is read at another, with its revision"
  case keepsBoth =
    "of two nodes that put a session on one revision, one is refused and learns the other's"
  case remembersForgotten = "a session that one node forgets is forgotten at every node"
}
