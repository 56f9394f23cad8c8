// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The colours of pictures, each `0xRRGGBB`.
struct PictureColors: Hashable, Sendable {
  /// The felt in the light.
  var feltLit: UInt32
  /// The felt in the corners.
  var feltDark: UInt32
  /// The whole felt on terminals with few colours: a colour in the 256-colour palette.
  var feltFlat: UInt32
  /// Panels and dialogs.
  var panel: UInt32
  /// The plate behind the seat on turn.
  var plate: UInt32
  /// The rim of a card's back.
  var backRim: UInt32
  /// The middle of a card's back.
  var backPanel: UInt32
  /// The lozenges on the back.
  var backPattern: UInt32
  /// A card's face.
  var face: UInt32 = 0xf7f0de
  /// The rim of a face.
  var faceRim: UInt32 = 0xcabf9f
  /// The outline of pale pictures on a face.
  var faceInk: UInt32 = 0x5c5540
  /// The face of a found pair.
  var matched: UInt32
  /// The rim of a found pair: double, or heavy in blocks.
  var matchedRim: UInt32
  /// The remaining bonus, along a face's edge.
  var pie: UInt32
  /// The ring of a turn's time left.
  var ring: UInt32
  /// The part of the ring that has passed.
  var ringTrack: UInt32
  /// The cursor's frame.
  var cursor: UInt32
  /// A heat map's mark on the card shown least recently: of the same hue as the others, and darker.
  var cold: UInt32 = 0x2f62d0
  /// Halfway between.
  var warm: UInt32 = 0x78aeff
  /// On the card shown last.
  var hot: UInt32 = 0xe9f4ff
  /// A score gain.
  var gain: UInt32
  /// A score loss, and a refusal.
  var loss: UInt32
  /// Whether they are for a terminal with few colours, which shows no mixtures: shadows, glow, soft
  /// edges.
  var isFlat = false

  /// A red deck on green felt.
  static let standard = PictureColors(
    feltLit: 0x2c7466, feltDark: 0x0e343a, feltFlat: 0x005f5f, panel: 0x0d1420, plate: 0x1d2a3c,
    backRim: 0xdd5a45,
    backPanel: 0xa82c34, backPattern: 0xe58a63, matched: 0xddf0d3, matchedRim: 0x5fb267,
    pie: 0x1287c4, ring: 0xf2c14e, ringTrack: 0x2c3646, cursor: 0xffd84a, gain: 0x6fe36a,
    loss: 0xff6b57)

  /// A golden deck on blue felt; gains are blue and losses orange, which people with red-green
  /// colour blindness can tell apart.
  static let redGreen = PictureColors(
    feltLit: 0x2d5d8c, feltDark: 0x0e2540, feltFlat: 0x005f87, panel: 0x0c1220, plate: 0x1c2a42,
    backRim: 0xf0b63c,
    backPanel: 0x8f6510, backPattern: 0xf6d98c, matched: 0xd6eaff, matchedRim: 0x2a78c8,
    pie: 0xc46a00, ring: 0xf2c14e, ringTrack: 0x2a364c, cursor: 0xffffff, gain: 0x7cc4ff,
    loss: 0xff9d2e)

  /// A crimson deck on turquoise felt; gains are turquoise and losses red, which people with
  /// blue-yellow colour blindness can tell apart.
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

  /// These colours for terminals with few: with a plain felt, because its shades would be bands, and
  /// with the palette's own reds and greys, because the nearest of it to paler ones are tans.
  var flat: PictureColors {
    var flat = self
    flat.feltLit = feltFlat
    flat.feltDark = feltFlat
    // As they are in cells, which pictures in real pixels lie beside; black stays.
    if panel != 0 { (flat.panel, flat.ringTrack) = (0x121212, 0x3a3a3a) }
    if face == Self.standard.face { (flat.face, flat.faceRim) = (0xeeeeee, 0xbcbcbc) }
    flat.isFlat = true
    if self == .standard {
      (flat.backRim, flat.backPanel, flat.backPattern) = (0xd75f00, 0x870000, 0xd7875f)
    }
    return flat
  }
}
