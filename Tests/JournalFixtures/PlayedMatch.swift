// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
package import Game
import MatchClient
package import MatchFixtures
import SocketClient
import Wire

/// Plays a match of two bots over a journal in `folder` to its end.
package func playMatch(
  _ settings: MatchSettings, in folder: TemporaryFolder,
  before: (StoreJournal) -> Void = { _ in }
) throws -> (journal: StoreJournal, log: [Entry]) {
  let journal = try StoreJournal(path: folder.path + "/journal.sqlite")
  before(journal)
  let world = InMemoryWorld(dealer: .fair(.openSSL), journal: journal)
  let ana = world.enter(
    name: "Ana", agent: "facedown-bot/test",
    driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
  let code = try world.until("a room") { $0[ana.index].core.table?.code }
  _ = world.enter(
    name: "Ben", agent: "facedown-bot/test",
    driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
  let log = try world.until("the end") { guests -> [Entry]? in
    let log = guests[ana.index].core.table?.log
    return log?.latest.phase == .ended ? log?.entries : nil
  }
  return (journal, log)
}
