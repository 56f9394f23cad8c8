// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The colours of what is drawn in pixels, `0xRRGGBB` each.
struct PictureColors: Hashable, Sendable {
  /// The felt where the light falls.
  var feltLit: UInt32
  /// The felt in the corners.
  var feltDark: UInt32
  /// All of the felt where colours are few: one that even 256 have.
  var feltFlat: UInt32
  /// The panel beside the felt, and dialogs over it.
  var panel: UInt32
  /// The plate of whose turn it is.
  var plate: UInt32
  /// A back's edge.
  var backRim: UInt32
  /// A back's middle.
  var backPanel: UInt32
  /// The lozenges on it.
  var backPattern: UInt32
  /// A face.
  var face: UInt32 = 0xf7f0de
  /// A face's edge.
  var faceRim: UInt32 = 0xcabf9f
  /// The line around pale pictures on it.
  var faceInk: UInt32 = 0x5c5540
  /// The face of a found pair.
  var matched: UInt32
  /// Its edge, twice as wide and doubled.
  var matchedRim: UInt32
  /// What is left of a bonus, along a face's edge.
  var pie: UInt32
  /// A turn's time.
  var ring: UInt32
  /// The time that has passed of it.
  var ringTrack: UInt32
  /// The frame around what the cursor is on.
  var cursor: UInt32
  /// A score that grew.
  var gain: UInt32
  /// A score that shrank, and a refusal.
  var loss: UInt32

  /// A red deck on green felt.
  static let standard = PictureColors(
    feltLit: 0x2c7466, feltDark: 0x0e343a, feltFlat: 0x005f5f, panel: 0x0d1420, plate: 0x1d2a3c,
    backRim: 0xdd5a45,
    backPanel: 0xa82c34, backPattern: 0xe58a63, matched: 0xddf0d3, matchedRim: 0x5fb267,
    pie: 0x1287c4, ring: 0xf2c14e, ringTrack: 0x2c3646, cursor: 0xffd84a, gain: 0x6fe36a,
    loss: 0xff6b57)

  /// A golden deck on blue felt: gains are blue and losses orange, which red-green blindness tells
  /// apart.
  static let redGreen = PictureColors(
    feltLit: 0x2d5d8c, feltDark: 0x0e2540, feltFlat: 0x005f87, panel: 0x0c1220, plate: 0x1c2a42,
    backRim: 0xf0b63c,
    backPanel: 0x8f6510, backPattern: 0xf6d98c, matched: 0xd6eaff, matchedRim: 0x2a78c8,
    pie: 0xc46a00, ring: 0xf2c14e, ringTrack: 0x2a364c, cursor: 0xffffff, gain: 0x7cc4ff,
    loss: 0xff9d2e)

  /// A crimson deck on turquoise felt: gains are turquoise and losses red, which blue-yellow
  /// blindness tells apart.
  static let blueYellow = PictureColors(
    feltLit: 0x2b6f74, feltDark: 0x0c3036, feltFlat: 0x005f5f, panel: 0x0e1518, plate: 0x1e2b30,
    backRim: 0xe0566e,
    backPanel: 0x98213c, backPattern: 0xf39bab, matched: 0xd4f5f1, matchedRim: 0x1d9a93,
    pie: 0xc81e4a, ring: 0xff8fa0, ringTrack: 0x2c383c, cursor: 0xffffff, gain: 0x43dccd,
    loss: 0xff5468)

  /// White and blue on black.
  static let contrast = PictureColors(
    feltLit: 0x000000, feltDark: 0x000000, feltFlat: 0x000000, panel: 0x000000, plate: 0x24245a,
    backRim: 0xffffff,
    backPanel: 0x1030c0, backPattern: 0xffffff, face: 0xffffff, faceRim: 0x9a9a9a,
    matched: 0xfff27a, matchedRim: 0xffb000, pie: 0x0050f0, ring: 0xffff00, ringTrack: 0x505050,
    cursor: 0xff9a00, gain: 0x6cf0ff, loss: 0xffa030)

  /// The same on felt of one colour, for terminals whose few colours would show as bands.
  var flat: PictureColors {
    var flat = self
    flat.feltLit = feltFlat
    flat.feltDark = feltFlat
    return flat
  }
}
