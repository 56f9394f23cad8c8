// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Protocol
import Wire

/// All counters, each an index into `ServerMetrics`.
///
/// Counters only rise while the process lives.
enum Counter: Int, CaseIterable, Sendable {
  // Connections by encoding: opened, closed.
  case openedProto, openedJSON
  case closedProto, closedJSON

  // Refused connections.
  case turnedAwayAddressFull
  case turnedAwayBanned
  case turnedAwayForeignOrigin
  case turnedAwayServerFull
  case turnedAwayTooOften

  // Messages by encoding, and their payload bytes.
  case receivedProto, receivedJSON
  case receivedBytesProto, receivedBytesJSON
  case sentProto, sentJSON
  case sentBytesProto, sentBytesJSON

  // Requests.
  case createRoom, intent, joinRoom, leaveRoom, quickMatch
  case intentAccepted

  // Journal outcomes.
  case entries
  case matchesBegun
  case journalFailures

  // Slow readers.
  case readersClosed, readersMerged, readersRefreshed

  // The page for browsers: what was sent, in bytes, and what was not sent to its end.
  case pageDocuments, pageFiles, pagesUnchanged
  case pageBytes
  case pagesTorn

  case clockSteps
  case suspects

  // The world: claims by outcome, rooms that went to other nodes, clients sent to other nodes,
  // logs removed after their rest.
  case claimsOwned, claimsElsewhere, claimsUnknown, claimsDamaged, claimsUnavailable
  case roomsLost
  case moved
  case roomsSwept
}

extension Counter {
  /// A metric of one counter, or of several that differ in a label.
  struct Family: Sendable {
    let name: String
    let help: String
    /// The label's name; nil for one counter without a label.
    let label: String?
    /// The counters, by the label's value.
    let counters: KeyValuePairs<String, Counter>

    /// A metric of one counter.
    fileprivate init(_ name: String, _ help: String, _ counter: Counter) {
      (self.name, self.help, label, counters) = (name, help, nil, ["": counter])
    }

    /// A metric with a label.
    fileprivate init(
      _ name: String, _ help: String, by label: String, _ counters: KeyValuePairs<String, Counter>
    ) {
      (self.name, self.help, self.label, self.counters) = (name, help, label, counters)
    }
  }

  /// The metrics that the counters are shown as.
  static let families: [Family] = [
    Family(
      "facedown_connections_opened_total", "WebSocket connections opened, by encoding.",
      by: "encoding", ["json": .openedJSON, "proto": .openedProto]),
    Family(
      "facedown_connections_refused_total",
      "Connections refused before the handshake completed, by reason.", by: "reason",
      [
        "address_full": .turnedAwayAddressFull, "banned": .turnedAwayBanned,
        "foreign_origin": .turnedAwayForeignOrigin, "server_full": .turnedAwayServerFull,
        "too_often": .turnedAwayTooOften,
      ]),
    Family(
      "facedown_messages_received_total", "Messages received over WebSockets.", by: "encoding",
      ["json": .receivedJSON, "proto": .receivedProto]),
    Family(
      "facedown_messages_sent_total", "Messages queued for WebSockets.", by: "encoding",
      ["json": .sentJSON, "proto": .sentProto]),
    Family(
      "facedown_message_received_bytes_total",
      "Payload bytes received, without WebSocket and TLS overhead.", by: "encoding",
      ["json": .receivedBytesJSON, "proto": .receivedBytesProto]),
    Family(
      "facedown_message_sent_bytes_total",
      "Payload bytes queued, without WebSocket and TLS overhead.", by: "encoding",
      ["json": .sentBytesJSON, "proto": .sentBytesProto]),
    Family(
      "facedown_requests_total", "Requests of sessions, granted or not, by kind.", by: "kind",
      [
        "create_room": .createRoom, "intent": .intent, "join_room": .joinRoom,
        "leave_room": .leaveRoom, "quick_match": .quickMatch,
      ]),
    Family(
      "facedown_intents_accepted_total", "Intents accepted as entries.", .intentAccepted),
    Family("facedown_entries_total", "Entries stored in the journal.", .entries),
    Family(
      "facedown_matches_begun_total", "Matches begun: all players were ready.", .matchesBegun),
    Family(
      "facedown_journal_failures_total",
      "Decisions and sessions that could not be journalled.", .journalFailures),
    Family(
      "facedown_slow_readers_total",
      "Steps taken for slow readers: merged, only the latest of some messages is kept; refreshed, "
        + "the whole room was sent again; closed, the connection was closed.", by: "step",
      ["closed": .readersClosed, "merged": .readersMerged, "refreshed": .readersRefreshed]),
    Family(
      "facedown_page_responses_total",
      "Responses with the page for browsers, by kind: its document, its other files, or unchanged, "
        + "the document that the browser had already.", by: "kind",
      ["document": .pageDocuments, "file": .pageFiles, "unchanged": .pagesUnchanged]),
    Family(
      "facedown_page_bytes_total",
      "Bytes of the page for browsers handed to sockets, without TLS overhead.", .pageBytes),
    Family(
      "facedown_pages_torn_total",
      "Responses with the page for browsers whose connection ended before all was sent.",
      .pagesTorn),
    Family(
      "facedown_clock_steps_total",
      "How often the machine's clock was set while the server ran.", .clockSteps),
    Family(
      "facedown_suspects_total",
      "Players suspected of lag abuse; the log names each session.", .suspects),
    Family(
      "facedown_claims_total",
      "Claims of rooms in the world's journal, by outcome: owned, this node decides for the room.",
      by: "outcome",
      [
        "damaged": .claimsDamaged, "elsewhere": .claimsElsewhere, "owned": .claimsOwned,
        "unavailable": .claimsUnavailable, "unknown": .claimsUnknown,
      ]),
    Family("facedown_rooms_lost_total", "Rooms that other nodes took over.", .roomsLost),
    Family("facedown_clients_moved_total", "Clients sent to other nodes.", .moved),
    Family(
      "facedown_rooms_swept_total",
      "Closed rooms whose logs this node removed from the world's journal after their rest.",
      .roomsSwept),
  ]
}

extension Counter {
  /// A connection was opened.
  static func opened(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .openedJSON : .openedProto
  }

  /// A connection was closed.
  static func closed(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .closedJSON : .closedProto
  }

  /// The journal has answered a claim.
  static func claimed(_ outcome: ClaimOutcome) -> Counter {
    switch outcome {
    case .owned: .claimsOwned
    case .elsewhere: .claimsElsewhere
    case .unknown: .claimsUnknown
    case .damaged: .claimsDamaged
    case .unavailable: .claimsUnavailable
    }
  }

  /// A message was received.
  static func received(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .receivedJSON : .receivedProto
  }

  /// Bytes were received.
  static func receivedBytes(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .receivedBytesJSON : .receivedBytesProto
  }

  /// A message was queued for a socket.
  static func sent(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .sentJSON : .sentProto
  }

  /// Bytes of messages were queued for a socket.
  static func sentBytes(_ encoding: WireEncoding) -> Counter {
    encoding.isText ? .sentBytesJSON : .sentBytesProto
  }

  /// A request was made.
  static func asked(_ request: RoomRequest) -> Counter {
    switch request {
    case .createRoom: .createRoom
    case .quickMatch: .quickMatch
    case .joinRoom: .joinRoom
    case .leaveRoom: .leaveRoom
    case .intent: .intent
    }
  }

  /// A connection was refused.
  static func turnedAway(_ overload: Overload) -> Counter {
    switch overload {
    case .serverFull: .turnedAwayServerFull
    case .addressFull: .turnedAwayAddressFull
    case .tooOften: .turnedAwayTooOften
    }
  }
}
