// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Protocol
import Testing

@Suite("Times in UTC", .timeLimit(.minutes(1)))
struct UTCTextTests {
  @Test(
    "are written as in RFC 3339",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (951_827_696, 7, "2000-02-29T12:34:56.007Z"),
      (253_402_300_799, 999, "9999-12-31T23:59:59.999Z"), (-1, 5, "1969-12-31T23:59:59.005Z"),
      (-62_167_219_200, 0, "0000-01-01T00:00:00.000Z"),
    ])
  func written(seconds: Int64, milliseconds: Int, text: String) {
    #expect(UTCText.text(seconds: seconds, milliseconds: milliseconds) == text)
    #expect(UTCText.text(seconds: seconds) == text.dropLast(5) + "Z")
  }

  @Test("have the C library's calendar, in the years 0 to 9999")
  func calendar() {
    // A prime number of seconds, some 50 days, so that all hours and days of the year occur.
    for time in stride(from: -62_167_219_200, through: 253_402_300_799, by: 4_320_059) {
      var (seconds, parts) = (time, tm())
      gmtime_r(&seconds, &parts)
      let fields = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
      let year = String("\(parts.tm_year + 1900 + 10_000)".dropFirst())
      let digits = fields.map { "\($0 + 100)".dropFirst() }
      let text = "\(year)-\(digits[0])-\(digits[1])T\(digits[2]):\(digits[3]):\(digits[4])Z"
      #expect(UTCText.text(seconds: Int64(time)) == text)
    }
  }

  @Test("of the server have no fractions")
  func server() {
    #expect(ServerTime(microseconds: 1_999_999).utcText == "1970-01-01T00:00:01Z")
  }
}
