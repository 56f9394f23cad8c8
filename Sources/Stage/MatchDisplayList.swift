// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Cells
public import Game

/// What is drawn of a match at one moment, back to front: the one description that every
/// rasteriser draws, whether in pixels or in characters.
///
/// Items on the table are in table units, the others in rows and columns of the layout that the
/// list was made for. Each item has an identity from frame to frame, and equal items look the
/// same, so the damage between two frames is found by comparing items.
public struct MatchDisplayList: Hashable, Sendable {
  /// The table.
  public let table: Table
  /// The theme of the faces.
  public let theme: String
  /// Whether the places without a card are marked.
  public let showsPlaces: Bool
  /// The area behind the players, without felt; nil for none.
  public let panel: Area?
  /// The items, back to front.
  public private(set) var items: [Item] = []

  /// A list without items.
  public init(table: Table, theme: String, showsPlaces: Bool, panel: Area?) {
    self.table = table
    self.theme = theme
    self.showsPlaces = showsPlaces
    self.panel = panel
  }

  /// Adds an item above all those that are not higher.
  ///
  /// Cost: constant if items are added back to front.
  public mutating func add(_ item: Item) {
    var index = items.count
    while index > 0, items[index - 1].z > item.z { index -= 1 }
    items.insert(item, at: index)
  }

  /// The area of the dialogs that have come or gone since another list; nil for none.
  ///
  /// Cost: proportional to the items of both lists.
  public func areaOfDialogs(changedSince former: MatchDisplayList) -> Area? {
    let (now, then) = (dialogs, former.dialogs)
    guard now != then else { return nil }
    let areas = now.filter { !then.contains($0) } + then.filter { !now.contains($0) }
    guard let first = areas.first else { return nil }
    return areas.dropFirst().reduce(first) { $0.union($1) }
  }

  private var dialogs: [Area] {
    items.compactMap { if case .dialog(let area) = $0.content { area } else { nil } }
  }
}

extension MatchDisplayList {
  /// An item: its identity, its height, and its appearance.
  public struct Item: Hashable, Sendable {
    /// Its identity from frame to frame.
    public var id: ID
    /// The z order; of equal ones the later item is above.
    public var z: Double
    /// Its appearance.
    public var content: Content

    /// An item of a list.
    public init(_ id: ID, z: Double, _ content: Content) {
      self.id = id
      self.z = z
      self.content = content
    }
  }

  /// An item's identity.
  public struct ID: Hashable, Sendable {
    /// What it is.
    public enum Kind: UInt8, Hashable, Sendable {
      // On the table.
      case card, deck, cursor, number, columnLetter, rowNumber
      // In the panel or the first row.
      case panel, headline, room, clock, heading, plate, turn, mark, name, reaction, change, score
      case details, fact
      // Over the table.
      case dialog, code, title, state, dots, left, right
      // In the last rows.
      case message, hint
      // In the waiting room.
      case qrCode
      // On the table.
      case ghost
      // Over the table.
      case trophy
    }

    /// What it is.
    public var kind: Kind
    /// Which one of its kind: a slot, seat or line.
    public var index: Int
    /// The deal of a card, the entry of a number, the dialog of a line.
    public var part: UInt64

    /// An identity.
    public init(_ kind: Kind, _ index: Int = 0, part: UInt64 = 0) {
      self.kind = kind
      self.index = index
      self.part = part
    }
  }

  /// An item's appearance.
  public enum Content: Hashable, Sendable {
    /// A card; its bonus is rounded up to `bonusSteps`.
    case card(Scene.Card)
    /// The cards not dealt yet.
    case deck(Scene.Deck)
    /// The cursor, highlighted in the viewer's own turn.
    case cursor(place: Int, isBright: Bool)
    /// The cursor of the player whose turn it is, fainter than the viewer's own; its opacity is rounded
    /// to `opacitySteps`.
    case ghost(centre: Point, SeatIndex, opacity: Double)
    /// A score change flying off its card; its opacity is rounded to `opacitySteps`.
    case number(Scene.FlyingNumber)
    /// The panel's ground, which covers flying cards.
    case panel(Area)
    /// What is behind the line of the seat on turn.
    case plate(Area, SeatIndex, isYours: Bool, isRoomy: Bool)
    /// The turn's time left.
    case clock(Clock, in: Area)
    /// A framed ground for the text in a box, over everything so far.
    case dialog(Area)
    /// What is behind a room's code.
    case code(Area, CodeMargin)
    /// A face that the winner has found, as a card, and where its name is; nil for no name.
    case trophy(Face, Area, NamePlace?)
    /// A line of text.
    case text(Text)
  }

  /// On which sides the plate behind a code reaches beyond its cells.
  public enum CodeMargin: Hashable, Sendable {
    /// Nowhere.
    case none
    /// On all sides.
    case around
    /// On all sides but below, where the code's last row is half empty.
    case notBelow
  }

  /// Where the name of a face is.
  public enum NamePlace: Hashable, Sendable {
    /// On its card, below its picture.
    case onCard
    /// Below its card, in so many cells.
    case below(cells: Int)
  }

  /// The time left of a seat's turn.
  public struct Clock: Hashable, Sendable {
    /// The seat on turn.
    public var seat: SeatIndex
    /// Seconds left, rounded up; nil while no clock runs.
    public var secondsLeft: Int?
    /// The part of the turn's time left, in `clockSteps`.
    public var stepsLeft: Int
    /// Whether to highlight it.
    public var isUrgent: Bool

    /// The time left; nil while no clock runs.
    public init(seat: SeatIndex, _ clock: Scene.Clock?, isUrgent: Bool) {
      self.seat = seat
      self.isUrgent = isUrgent
      secondsLeft = clock?.secondsLeft
      stepsLeft = MatchDisplayList.steps(clock?.fraction ?? 0, of: MatchDisplayList.clockSteps)
    }
  }

  /// A line of text.
  public struct Text: Hashable, Sendable {
    /// The text.
    public var string: String
    /// The column of its first character.
    public var column: Int
    /// Its row.
    public var row: Int
    /// The cells after which it is cut off.
    public var limit: Int
    /// How it looks.
    public var style: TextStyle
    /// How much it stands out from the ground, 0...1.
    public var opacity: Double

    /// A line of text.
    public init(
      _ string: String, column: Int, row: Int, limit: Int = .max, _ style: TextStyle,
      opacity: Double = 1
    ) {
      self.string = string
      self.column = column
      self.row = row
      self.limit = limit
      self.style = style
      self.opacity = opacity
    }
  }

  /// How text looks; rasterisers know the colours.
  public enum TextStyle: Hashable, Sendable {
    /// Normal.
    case text
    /// Less important.
    case dim
    /// Important.
    case strong
    /// An error or a loss.
    case bad
    /// A success or a gain.
    case good
    /// In a seat's colour.
    case seat(SeatIndex)
    /// A seat's score.
    case score(SeatIndex)
    /// A room's code, on its plate.
    case code
    /// Half-blocks of a QR code, black on white.
    case qrCode
  }
}

// Whatever drains or fades does so in steps, none of which anybody sees, so that most frames leave
// an item as it was.

extension MatchDisplayList {
  /// The steps in which a bonus drains: about a pixel of a large card's pie.
  public static let bonusSteps = 72
  /// The steps in which a turn's clock drains.
  public static let clockSteps = 120
  /// The steps in which a number or a ghost fades.
  public static let opacitySteps = 32

  /// A fraction, 0...1, in whole steps, rounded up.
  static func steps(_ fraction: Double, of count: Int) -> Int {
    min(max(Int((fraction * Double(count)).rounded(.up)), 0), count)
  }

  /// Adds a card at its own height.
  public mutating func add(_ card: Scene.Card) {
    var card = card
    card.bonus = card.bonus.map {
      Double(Self.steps($0, of: Self.bonusSteps)) / Double(Self.bonusSteps)
    }
    let id = ID(.card, card.id.slot, part: UInt64(card.id.generation))
    add(Item(id, z: card.z, .card(card)))
  }

  /// Adds a ghost at a height; none once it has faded.
  public mutating func addGhost(
    of seat: SeatIndex, around centre: Point, opacity: Double, z height: Double
  ) {
    guard let opacity = Self.rounded(opacity) else { return }
    add(Item(ID(.ghost), z: height, .ghost(centre: centre, seat, opacity: opacity)))
  }

  /// An opacity in steps; nil for nothing to see.
  private static func rounded(_ opacity: Double) -> Double? {
    let steps = (min(max(opacity, 0), 1) * Double(opacitySteps)).rounded()
    return steps > 0 ? steps / Double(opacitySteps) : nil
  }

  /// Adds a flying number above everything else; none once it has faded.
  public mutating func add(_ number: Scene.FlyingNumber) {
    var number = number
    guard let opacity = Self.rounded(number.opacity) else { return }
    number.opacity = opacity
    let id = ID(.number, number.card.slot, part: number.seq)
    add(Item(id, z: Scene.FlyingNumber.z, .number(number)))
  }
}
