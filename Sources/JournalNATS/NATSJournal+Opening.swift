// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import JetStream
package import Journal

extension NATSJournal {
  /// The connection's states, which come before there is a journal, too.
  ///
  /// Unchecked: used on the loop only.
  private final class StateFeed: @unchecked Sendable {
    private var last: ConnectionState?
    private weak var journal: NATSJournal?

    func take(_ state: ConnectionState) {
      last = state
      journal?.take(state)
    }

    func begin(_ journal: NATSJournal) {
      self.journal = journal
      if let last { journal.take(last) }
    }
  }

  /// Opens the journal of a node, and reads what a starting server restores.
  ///
  /// It has no rooms: they are claimed, one at a time. `start` makes it tell what is stored since.
  ///
  /// - Parameters:
  ///   - options: which world, and where.
  ///   - deliver: runs closures on the loop, one after the other, in the order in which they are
  ///     handed over.
  ///   - onProblem: called through `deliver` with what the NATS client reports beside its answers.
  /// - Returns: the journal, to be used on the loop, and the contents.
  /// - Throws: `NATSJournalError` if the servers cannot be used, or are not to be relied on.
  package static func open(
    _ options: NATSJournalOptions, deliver: @escaping NATSConnection.Deliver,
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(NATSJournalError) -> (journal: NATSJournal, contents: JournalContents) {
    guard NodeID.isName(options.world) else { throw .badName(options.world) }
    let feed = StateFeed()
    let connection: NATSConnection
    do throws(ConnectionError) {
      connection = try NATSConnection(
        options.connection, deliver: deliver, onState: { feed.take($0) },
        onProblem: onProblem)
    } catch { throw .unusable(error) }
    let opened: OpenedWorld
    do throws(NATSJournalError) {
      opened = try await WorldOpening(options, connection, deliver: deliver).open()
    } catch {
      await withCheckedContinuation { done in connection.close { done.resume() } }
      throw error
    }
    let journal = NATSJournal(opened, options, deliver: deliver)
    await withCheckedContinuation { done in
      deliver {
        feed.begin(journal)
        done.resume()
      }
    }
    return (journal, opened.contents)
  }
}
