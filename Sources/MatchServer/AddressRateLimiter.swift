// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// What each address has taken lately, as far as it matters still.
///
/// An address that has no connection and whose every bucket is full again is forgotten: there is
/// nothing to remember of it.
struct AddressRateLimiter: Sendable {
  /// What is counted of an address a minute or a second at a time.
  enum Thing: CaseIterable {
    case newConnection
    case room
    case wrongCode
  }

  private struct Page: Sendable {
    var connections = 0
    var buckets: [Thing: TokenBucket]
    /// When a wrong code last came from it; nil for never.
    var guessedAt: Duration?

    /// Whether a wrong code has come from it within ``AddressRateLimiter/guessMemory``.
    func hasGuessed(at now: Duration) -> Bool {
      guessedAt.map { now < $0 + AddressRateLimiter.guessMemory } ?? false
    }

    /// Whether it is no different from one that is new.
    mutating func isBlank(at now: Duration) -> Bool {
      guard connections == 0, !hasGuessed(at: now) else { return false }
      return Thing.allCases.allSatisfy { buckets[$0]?.isFull(at: now) ?? true }
    }
  }

  private var limits: AddressLimits
  private var pages: [String: Page] = [:]
  /// From how many pages on those that are blank are looked for.
  private var tidyAt = 1_024
  /// What addresses share for which there is no page left; no address is written like this.
  private static let others = ""
  /// How long a wrong code is held against whoever tried it.
  static let guessMemory = Duration.seconds(60)

  init(_ limits: AddressLimits) {
    self.limits = limits
  }

  /// How many addresses are remembered.
  var count: Int { pages.count }

  /// Takes one thing, if the address may have it now.
  mutating func take(_ thing: Thing, of address: String, at now: Duration) -> Bool {
    withPage(of: address, at: now) { $0.buckets[thing]?.take(at: now) ?? false }
  }

  /// Whether one thing could be taken.
  mutating func may(_ thing: Thing, _ address: String, at now: Duration) -> Bool {
    withPage(of: address, at: now) { $0.buckets[thing]?.holds(at: now) ?? false }
  }

  /// A wrong code has come from an address.
  mutating func guessed(_ address: String, at now: Duration) {
    withPage(of: address, at: now) {
      _ = $0.buckets[.wrongCode]?.take(at: now)
      $0.guessedAt = now
    }
  }

  /// Whether a wrong code has come from an address within ``guessMemory``.
  func hasGuessed(_ address: String, at now: Duration) -> Bool {
    pages[key(address)]?.hasGuessed(at: now) ?? false
  }

  /// Whether an address may have one connection more.
  func mayConnect(_ address: String) -> Bool {
    pages[key(address)]?.connections ?? 0 < limits.connections
  }

  /// An address has one connection more.
  ///
  /// - Returns: the page that it stands on.
  mutating func connected(_ address: String, at now: Duration) -> String {
    withPage(of: address, at: now) { $0.connections += 1 }
    return key(address)
  }

  /// A connection that stood on a page is gone.
  mutating func disconnected(_ page: String) {
    pages[page]?.connections -= 1
  }

  /// Keeps to other limits from now on; what addresses have taken stays taken.
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
      .newConnection: TokenBucket(limits.newConnections), .room: TokenBucket(limits.rooms),
      .wrongCode: TokenBucket(limits.wrongCodes),
    ])
  }

  /// Forgets the addresses there is nothing to remember of; the more are left, the later it is done
  /// again.
  private mutating func tidy(at now: Duration) {
    // Which pages are blank does not depend on the order in which they are looked at.
    pages = pages.filter { entry in
      var page = entry.value
      return !page.isBlank(at: now)
    }
    tidyAt = max(1_024, pages.count * 2)
  }
}
