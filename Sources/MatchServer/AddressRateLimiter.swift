// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The rate limits of all addresses.
///
/// Addresses without a connection and with full buckets are forgotten.
struct AddressRateLimiter: Sendable {
  /// What is rate-limited per address.
  enum Thing: CaseIterable {
    /// A socket that has not said yet what it is for.
    case socket
    case newConnection
    case plainRequest
    case room
    case wrongCode
  }

  private struct Page: Sendable {
    var connections = 0
    var buckets: [Thing: TokenBucket]
    /// When it last tried an unknown code; nil for never.
    var guessedAt: Duration?

    /// Whether it tried an unknown code within ``AddressRateLimiter/guessMemory``.
    func hasGuessed(at now: Duration) -> Bool {
      guessedAt.map { now < $0 + AddressRateLimiter.guessMemory } ?? false
    }

    /// Whether it equals a new one.
    mutating func isBlank(at now: Duration) -> Bool {
      guard connections == 0, !hasGuessed(at: now) else { return false }
      return Thing.allCases.allSatisfy { buckets[$0]?.isFull(at: now) ?? true }
    }
  }

  private var limits: AddressLimits
  private var pages: [String: Page] = [:]
  /// Number of pages from which blank ones are removed.
  private var tidyAt = 1_024
  /// The shared page of addresses beyond the limit; no address is empty.
  private static let others = ""
  /// How long an unknown code counts against its sender.
  static let guessMemory = Duration.seconds(60)

  init(_ limits: AddressLimits) {
    self.limits = limits
  }

  /// Number of addresses tracked.
  var count: Int { pages.count }

  /// Takes one token, if the address has one.
  mutating func take(_ thing: Thing, of address: String, at now: Duration) -> Bool {
    withPage(of: address, at: now) { $0.buckets[thing]?.take(at: now) ?? false }
  }

  /// Whether a token could be taken.
  mutating func may(_ thing: Thing, _ address: String, at now: Duration) -> Bool {
    withPage(of: address, at: now) { $0.buckets[thing]?.holds(at: now) ?? false }
  }

  /// Counts an unknown code from an address.
  mutating func guessed(_ address: String, at now: Duration) {
    withPage(of: address, at: now) {
      _ = $0.buckets[.wrongCode]?.take(at: now)
      $0.guessedAt = now
    }
  }

  /// Whether an address tried an unknown code within ``guessMemory``.
  func hasGuessed(_ address: String, at now: Duration) -> Bool {
    pages[key(address)]?.hasGuessed(at: now) ?? false
  }

  /// Whether an address may open another connection.
  func mayConnect(_ address: String) -> Bool {
    pages[key(address)]?.connections ?? 0 < limits.connections
  }

  /// Counts a new connection of an address.
  ///
  /// - Returns: the page that counts it, for `disconnected`.
  mutating func connected(_ address: String, at now: Duration) -> String {
    withPage(of: address, at: now) { $0.connections += 1 }
    assert(
      pages[key(address)].map { $0.connections > 0 } == true,
      "A connection is counted on the page it was assigned.")
    return key(address)
  }

  /// Counts the end of a connection on its page.
  mutating func disconnected(_ page: String) {
    precondition(
      pages[page].map { $0.connections > 0 } == true,
      "More connections were closed on a page than opened.")
    pages[page]?.connections -= 1
  }

  /// Applies new limits; tokens already taken stay taken.
  mutating func keep(to limits: AddressLimits, at now: Duration) {
    self.limits = limits
    let rates = blankPage.buckets.mapValues(\.rate)
    for address in pages.keys {
      for (thing, rate) in rates { pages[address]?.buckets[thing]?.keep(to: rate, at: now) }
    }
  }

  private func key(_ address: String) -> String {
    pages[address] != nil || pages.count < limits.addressesKept ? address : Self.others
  }

  private mutating func withPage<Result>(
    of address: String, at now: Duration, _ body: (inout Page) -> Result
  ) -> Result {
    if pages[address] == nil && pages.count >= min(tidyAt, limits.addressesKept) { tidy(at: now) }
    let (key, blank) = (key(address), blankPage)
    return body(&pages[key, default: blank])
  }

  private var blankPage: Page {
    Page(buckets: [
      .socket: TokenBucket(limits.sockets), .newConnection: TokenBucket(limits.newConnections),
      .plainRequest: TokenBucket(limits.pages), .room: TokenBucket(limits.rooms),
      .wrongCode: TokenBucket(limits.wrongCodes),
    ])
  }

  /// Removes blank pages; the more remain, the later it runs again.
  private mutating func tidy(at now: Duration) {
    // Which pages are blank does not depend on the order in which they are looked at.
    pages = pages.filter { entry in
      var page = entry.value
      return !page.isBlank(at: now)
    }
    tidyAt = max(1_024, pages.count * 2)
    assert(tidyAt > pages.count, "A tidied table has room to grow.")
  }
}
