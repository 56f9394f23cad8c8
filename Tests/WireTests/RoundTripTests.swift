// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@Suite("Messages there and back", .timeLimit(.minutes(1)))
struct RoundTripTests {
  @Test(
    "a client's message is the same after encoding and decoding",
    arguments: clientSamples, WireEncoding.allCases)
  func clientMessage(_ sample: Sample<ClientMessage>, _ encoding: WireEncoding) throws {
    let bytes = encoding.encode(sample.message)
    #expect(try encoding.decodeClientMessage(bytes) == sample.message)
  }

  @Test(
    "a server's message is the same after encoding and decoding",
    arguments: serverSamples, WireEncoding.allCases)
  func serverMessage(_ sample: Sample<ServerMessage>, _ encoding: WireEncoding) throws {
    let bytes = encoding.encode(sample.message)
    #expect(try encoding.decodeServerMessage(bytes) == sample.message)
  }

  @Test(
    "an entry is the same after encoding and decoding, whatever happened",
    arguments: entrySamples, WireEncoding.allCases)
  func entry(_ sample: Sample<Entry>, _ encoding: WireEncoding) throws {
    let bytes = encoding.encode(.entry(sample.message))
    #expect(try encoding.decodeServerMessage(bytes) == .entry(sample.message))
  }

  @Test("each refusal keeps its code", arguments: RefusalCode.allCases, WireEncoding.allCases)
  func refusal(_ code: RefusalCode, _ encoding: WireEncoding) throws {
    let message = ServerMessage.refused(id: RequestID(1), Refusal(code))
    #expect(try encoding.decodeServerMessage(encoding.encode(message)) == message)
  }

  @Test(
    "each case of every setting and phase has a form",
    arguments: MatchSettings.Mode.allCases, WireEncoding.allCases)
  func choices(_ mode: MatchSettings.Mode, _ encoding: WireEncoding) throws {
    for shuffle in MatchSettings.Shuffle.allCases {
      for audience in MatchSettings.Audience.allCases {
        for phase in MatchView.Phase.allCases {
          let settings = MatchSettings(mode: mode, shuffle: shuffle, audience: audience)
          let message = ServerMessage.rooms(
            RoomsUpdate(rooms: [
              RoomSummary(
                code: "A", settings: settings, seatsTaken: 0, phase: phase, spectators: 0)
            ]))
          #expect(try encoding.decodeServerMessage(encoding.encode(message)) == message)
        }
      }
    }
  }

  @Test(
    "a joined that is given its number later is the same bytes", arguments: WireEncoding.allCases)
  func joinedLater(_ encoding: WireEncoding) {
    var samples = serverSamples.compactMap { sample -> Joined? in
      if case .joined(let joined) = sample.message { joined } else { nil }
    }
    // Lengths around the bounds of one and two bytes.
    for count in [0, 40, 50, 60, 8_150, 8_180, 20_000] {
      let name = String(repeating: "x", count: count)
      samples.append(Joined(code: "K", roomID: name, role: .spectator, base: nil))
    }
    for sample in samples {
      for number in [0, 1, 127, 128, 1 << 21, UInt64.max] {
        var (named, plain) = (sample, sample)
        named.id = RequestID(number)
        plain.id = nil
        #expect(
          encoding.joined(encoding.encode(.joined(plain)), answering: RequestID(number))
            == encoding.encode(.joined(named)))
      }
    }
  }

  @Test("an entry in the binary encoding becomes the same bytes as its message")
  func entryLater() {
    var entries = entrySamples.map(\.message)
    // Lengths around the bounds of one and two bytes.
    for count in [0, 100, 110, 120, 16_350, 16_370, 20_000] {
      let opened = Event.Opened(
        matchID: String(repeating: "x", count: count), settings: MatchSettings(), theme: "animals")
      entries.append(Entry(seq: 1, at: .zero, event: .opened(opened)))
    }
    for entry in entries {
      let later = WireEncoding.protoMessage(ofEntry: WireEncoding.proto.encode(entry))
      #expect(later == WireEncoding.proto.encode(.entry(entry)))
    }
  }

  @Test("settings that were not sent are the defaults")
  func defaults() throws {
    for text in [
      #"{"createRoom":{"id":"1"}}"#, #"{"createRoom":{"id":"1","settings":{}}}"#,
    ] {
      #expect(
        try WireEncoding.json.decodeClientMessage(Array(text.utf8))
          == .request(id: RequestID(1), .createRoom(MatchSettings())))
    }
    let text = #"{"createRoom":{"id":"1","settings":{"pairs":12,"mode":"MODE_ZEN"}}}"#
    #expect(
      try WireEncoding.json.decodeClientMessage(Array(text.utf8))
        == .request(id: RequestID(1), .createRoom(MatchSettings(pairs: 12, mode: .zen))))
  }

  @Test("a number that fits no field is not taken for another")
  func unfitting() {
    let seats = [SeatIndex(-1), SeatIndex(1 << 32), SeatIndex(.max)]
    for encoding in WireEncoding.allCases {
      for seat in seats {
        let message = ServerMessage.entry(
          Entry(seq: 1, at: .zero, event: .resigned(seat)))
        #expect(throws: WireError.self) {
          try encoding.decodeServerMessage(encoding.encode(message))
        }
      }
      let settings = MatchSettings(pairs: .max, turnLimit: .seconds(Int64.max))
      #expect(throws: WireError.self) {
        try encoding.decodeClientMessage(
          encoding.encode(.request(id: RequestID(1), .createRoom(settings))))
      }
    }
  }

  @Test("subprotocols name their encodings")
  func subprotocols() {
    for encoding in WireEncoding.allCases {
      #expect(WireEncoding(subprotocol: encoding.subprotocol) == encoding)
    }
    #expect(WireEncoding(subprotocol: "facedown.v2.json") == nil)
    #expect(WireEncoding.json.isText)
    #expect(!WireEncoding.proto.isText)
  }
}
