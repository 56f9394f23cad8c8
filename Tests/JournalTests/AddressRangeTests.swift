// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Journal

@Suite("A block of addresses", .timeLimit(.minutes(1)))
struct AddressRangeTests {
  @Test(
    "is parsed and printed in its canonical form",
    arguments: [
      ("203.0.113.9", "203.0.113.9"), ("203.0.113.9/32", "203.0.113.9"),
      ("203.0.113.9/24", "203.0.113.0/24"), ("10.1.2.3/9", "10.0.0.0/9"),
      ("255.255.255.255/1", "128.0.0.0/1"), ("2001:db8::1", "2001:db8::/64"),
      ("2001:DB8:0:0::5", "2001:db8::/64"), ("2001:db8::1/128", "2001:db8::1/128"),
      ("2001:db8:ffff::/33", "2001:db8:8000::/33"), ("::ffff:203.0.113.9", "203.0.113.9"),
      ("::1", "::/64"),
    ])
  func notation(text: String, meant: String) throws {
    let range = try #require(AddressRange(text))
    #expect(range.description == meant)
    #expect(AddressRange(meant) == range)
  }

  @Test(
    "is rejected if it is malformed",
    arguments: [
      "", "/", "/24", "203.0.113.9/", "203.0.113.9/0", "203.0.113.9/33", "203.0.113.9/+8",
      "203.0.113.9/ 8", "203.0.113.9/8/8", "203.0.113", "203.0.113.256", "2001:db8::/129",
      "2001:db8:::1", "example.org", "203.0.113.9\u{0}", "fe80::1%eth0", "203.0.113.9/0x8",
      "203.0.113.9/99999999999999999999",
    ])
  func nonsense(text: String) {
    #expect(AddressRange(text) == nil)
  }

  @Test(
    "is distinguished from a block of all addresses",
    arguments: [
      ("0.0.0.0/0", true), ("::/0", true), ("203.0.113.9/0", true), ("::1/000", true),
      ("0.0.0.0", false), ("0.0.0.0/1", false), ("::/64", false), ("/0", false), ("x/0", false),
      ("0.0.0.0/", false), ("0.0.0.0/0000", false), ("0.0.0.0/0/0", false),
    ])
  func everything(text: String, isEverything: Bool) {
    #expect(AddressRange.isEverything(text) == isEverything)
  }

  @Test("contains the addresses with its prefix, and no others")
  func holds() throws {
    for (block, inside, outside) in [
      ("203.0.113.0/25", "203.0.113.127", "203.0.113.128"),
      ("2001:db8::/64", "2001:db8::ffff:1", "2001:db8:0:1::1"),
    ] {
      let range = try #require(AddressRange(block))
      let within = try #require(AddressRange.bytes(of: inside))
      let beyond = try #require(AddressRange.bytes(of: outside))
      #expect(AddressRange(within, prefix: range.prefix) == range)
      #expect(AddressRange(beyond, prefix: range.prefix) != range)
    }
  }
}
