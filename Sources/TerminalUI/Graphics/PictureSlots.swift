// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The pictures that a terminal keeps or shows, each in a slot; at most `limit`.
///
/// When all slots are taken, a picture that was not wanted for the longest time and that the
/// screen does not show gives up its slot; without such a picture, the new one gets no slot.
struct PictureSlots: Sendable {
  /// The maximum number of slots.
  static let limit = 64

  private struct Slot {
    var picture: CellPicture
    var isSent = false
    var wantedAt: Int
    /// How often it was sent and awaited.
    var attempts = 0
    /// The frame until which an answer is awaited.
    var awaitedUntil = 0
  }

  /// How many frames an answer is awaited: about a second of motion.
  private static let patience = 40
  /// How often a picture is sent without an answer.
  private static let mostAttempts = 3

  private var slots: [Slot] = []
  private var index: [UInt32: Int] = [:]
  private var frame = 0

  /// Begins a frame, for the order in which pictures were last wanted.
  mutating func beginFrame() { frame += 1 }

  /// The slot of a picture, which is wanted in this frame; nil if it has none.
  mutating func wanted(_ picture: UInt32) -> Int? {
    guard let slot = index[picture] else { return nil }
    slots[slot].wantedAt = frame
    return slot
  }

  /// The picture in a slot; traps if the slot is free.
  func picture(in slot: Int) -> CellPicture { slots[slot].picture }

  /// Whether the terminal has the picture in a slot.
  func isSent(_ slot: Int) -> Bool { slots[slot].isSent }

  /// Records that the terminal has the picture in a slot.
  mutating func send(_ slot: Int) { slots[slot].isSent = true }

  /// Records that the picture in a slot was sent, and whether the terminal has it will be its answer.
  mutating func await(_ slot: Int) {
    slots[slot].attempts += 1
    slots[slot].awaitedUntil = frame + Self.patience
  }

  /// Records the answer; after a refusal the picture is not sent again.
  ///
  /// - Returns: whether the terminal has the picture now.
  mutating func answer(_ slot: Int, isKept: Bool) -> Bool {
    guard slots.indices.contains(slot), slots[slot].attempts > 0 else { return false }
    slots[slot].isSent = isKept
    slots[slot].awaitedUntil = 0
    if !isKept { slots[slot].attempts = Self.mostAttempts }
    return isKept
  }

  /// Whether to wait for the answer of a slot's picture.
  func isAwaited(_ slot: Int) -> Bool { slots[slot].awaitedUntil > frame }

  /// Whether a slot's picture is not sent again: it was sent often enough, or refused.
  func isGivenUp(_ slot: Int) -> Bool { slots[slot].attempts >= Self.mostAttempts }

  /// Records that the terminal has lost all pictures.
  mutating func loseAll() {
    for slot in slots.indices {
      (slots[slot].isSent, slots[slot].attempts, slots[slot].awaitedUntil) = (false, 0, 0)
    }
  }

  /// Gives a picture a slot.
  ///
  /// - Parameters:
  ///   - picture: a picture without a slot.
  ///   - isShown: whether the screen shows the picture in a slot.
  /// - Returns: the slot, and whether the terminal keeps another picture under it; nil if all slots
  ///   are in use.
  mutating func take(
    _ picture: CellPicture, isShown: (Int) -> Bool
  ) -> (slot: Int, wasSent: Bool)? {
    precondition(index[picture.id] == nil, "A picture takes one slot.")
    let new = Slot(picture: picture, wantedAt: frame)
    if slots.count < Self.limit {
      slots.append(new)
      index[picture.id] = slots.count - 1
      return (slots.count - 1, false)
    }
    let idle = slots.indices.filter { slots[$0].wantedAt < frame && !isShown($0) }
    guard let slot = idle.min(by: { slots[$0].wantedAt < slots[$1].wantedAt }) else { return nil }
    let wasSent = slots[slot].isSent || slots[slot].attempts > 0
    index[slots[slot].picture.id] = nil
    slots[slot] = new
    index[picture.id] = slot
    return (slot, wasSent)
  }
}
