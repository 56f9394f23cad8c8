// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import TerminalUI

/// A terminal with pictures, without a window: what our bytes show, pixel by pixel.
///
/// It knows kitty's graphics protocol, by itself and around tmux, and sixels as far as a display uses
/// them, text, and backgrounds; what it does not understand is a problem.
package struct PictureTerminal {
  /// A part of a picture on the screen.
  package struct Placement: Hashable {
    /// The first column.
    package let column: Int
    /// The first row.
    package let row: Int
    /// The command's parameters.
    package let parameters: [String: Int]
  }

  /// A placement's identity: the picture's and its own.
  package struct PlacementID: Hashable {
    let image: Int
    let placement: Int
  }

  /// A cell of a picture that a character stands for.
  private struct Placeholder: Hashable {
    let image: Int
    let column: Int
    let row: Int
  }

  /// A cell's size in pixels.
  private let cell: PixelSize
  private let (width, height): (Int, Int)
  /// The pictures that it keeps, by identity.
  package private(set) var images: [Int: Pixels] = [:]
  /// The placements on the screen.
  package private(set) var placements: [PlacementID: Placement] = [:]
  /// The sixel drawings so far.
  package private(set) var drawings = 0
  /// The pictures received so far.
  package private(set) var transmissions = 0
  /// The pictures received through tmux that it has not answered for.
  private var unanswered: [Int] = []
  /// What it did not understand.
  package private(set) var problems: [String] = []
  private var glyphs: [Character]
  private var grounds: [UInt32?]
  private var sixels: [RGBA?]
  private var placeholders: [Placeholder?]
  private var (column, row) = (0, 0)
  private var ground: UInt32?
  /// The foreground as a number: of a palette's colour, or of red, green and blue.
  private var ink = 0
  private var upload: (id: Int, text: String)?

  /// A terminal with a window of `width` by `height` cells of a size.
  package init(width: Int, height: Int, cell: PixelSize) {
    self.cell = cell
    (self.width, self.height) = (width, height)
    glyphs = Array(repeating: " ", count: width * height)
    grounds = Array(repeating: nil, count: width * height)
    sixels = Array(repeating: nil, count: width * height * cell.width * cell.height)
    placeholders = Array(repeating: nil, count: width * height)
  }

  /// The character in a cell.
  package func glyph(column: Int, row: Int) -> Character { glyphs[row * width + column] }

  /// The colour of a pixel of the window that a picture or a ground determines; nil below text.
  package func color(x: Int, y: Int) -> RGBA? {
    let (column, row) = (x / cell.width, y / cell.height)
    let index = row * width + column
    if let sixel = sixels[y * width * cell.width + x] { return sixel }
    if let held = placeholders[index] {
      return images[held.image]?[
        held.column * cell.width + x % cell.width, held.row * cell.height + y % cell.height
      ].over(RGBA(grounds[index] ?? 0))
    }
    guard glyphs[index] == " " else { return nil }
    let below = RGBA(grounds[index] ?? 0)
    let hits = placements.filter {
      let (columns, rows) = ($0.value.parameters["c"] ?? 0, $0.value.parameters["r"] ?? 0)
      return ($0.value.column..<$0.value.column + columns).contains(column)
        && ($0.value.row..<$0.value.row + rows).contains(row)
    }
    guard let hit = hits.first, hits.count == 1, let image = images[hit.key.image] else {
      return hits.isEmpty ? below : nil
    }
    let parameters = hit.value.parameters
    return image[
      (parameters["x"] ?? 0) + x - hit.value.column * cell.width,
      (parameters["y"] ?? 0) + y - hit.value.row * cell.height
    ].over(below)
  }

  /// Whether the picture of a cell is shown, by either language.
  package func hasPicture(column: Int, row: Int) -> Bool {
    sixels[row * cell.height * width * cell.width + column * cell.width] != nil
      || placeholders[row * width + column].map { images[$0.image] != nil } == true
      || placements.values.contains {
        ($0.column..<$0.column + ($0.parameters["c"] ?? 0)).contains(column)
          && ($0.row..<$0.row + ($0.parameters["r"] ?? 0)).contains(row)
      }
  }

  /// The slots of the pictures that it answers for now.
  package mutating func takeAnswers() -> [Int] {
    defer { unanswered = [] }
    return unanswered.compactMap { id in
      let report = TerminalReport(string: "Gi=\(id);OK".utf8, introducedBy: UInt8(ascii: "_"))
      guard case .picture(let slot, isKept: true) = report else { return nil }
      return slot
    }
  }

  /// Shows the effect of bytes, which end between two sequences.
  package mutating func feed(_ bytes: [UInt8]) {
    var rest = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\u{1b}" else {
        put(Character(scalar))
        if scalar == "\u{10eeee}" { hold(&rest) }
        continue
      }
      switch rest.popFirst() {
      case "[": control(&rest)
      case "_": command(Self.string(&rest))
      case "P" where rest.starts(with: "tmux;".unicodeScalars):
        rest = rest.dropFirst(5)
        pass(Self.doubled(&rest))
      case "P": draw(Self.string(&rest))
      case "\\": break
      case let other: problems.append("ESC \(other.map { String($0) } ?? "at the end")")
      }
    }
  }

  private static func string(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\u{1b}" { text.append(scalar) }
    _ = rest.popFirst()
    return String(text)
  }

  /// A string in which every escape is doubled, without its end.
  private static func doubled(_ rest: inout ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    var text: [Unicode.Scalar] = []
    while let scalar = rest.popFirst() {
      if scalar == "\u{1b}", rest.popFirst() != "\u{1b}" { break }
      text.append(scalar)
    }
    return text
  }

  /// What tmux passes on: a command, or the end of one.
  private mutating func pass(_ text: [Unicode.Scalar]) {
    var rest = text[...]
    guard rest.popFirst() == "\u{1b}", rest.popFirst() == "_" else {
      if text != ["\u{1b}", "\\"] { problems.append("tmux passes on \(text)") }
      return
    }
    command(Self.string(&rest), isInTmux: true)
    if !rest.isEmpty { problems.append("More than a command: \(rest)") }
  }

  /// The first of the protocol's marks of rows and columns.
  private static let marks = Array(
    """
    \u{305}\u{30d}\u{30e}\u{310}\u{312}\u{33d}\u{33e}\u{33f}\u{346}\u{34a}\u{34b}\u{34c}\u{350}\u{351}\u{352}\u{357}\
    \u{35b}\u{363}\u{364}\u{365}\u{366}\u{367}\u{368}\u{369}\u{36a}\u{36b}\u{36c}\u{36d}\u{36e}\u{36f}\u{483}\u{484}\
    \u{485}\u{486}\u{487}\u{592}\u{593}\u{594}\u{595}\u{597}\u{598}\u{599}\u{59c}\u{59d}\u{59e}\u{59f}\u{5a0}\u{5a1}\
    \u{5a8}\u{5a9}\u{5ab}\u{5ac}\u{5af}\u{5c4}\u{610}\u{611}\u{612}\u{613}\u{614}\u{615}\u{616}\u{617}\u{657}\u{658}
    """.unicodeScalars)

  /// Enters a placeholder with its marks: row, column, and the highest byte of the picture's identity.
  private mutating func hold(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let numbers = rest.prefix(3).compactMap { Self.marks.firstIndex(of: $0) }
    guard numbers.count == 3, column > 0 else {
      problems.append("A placeholder without its marks.")
      return
    }
    rest = rest.dropFirst(3)
    placeholders[row * width + column - 1] = Placeholder(
      image: numbers[2] << 24 | ink, column: numbers[1], row: numbers[0])
  }

  private mutating func put(_ character: Character) {
    guard (0..<width).contains(column), (0..<height).contains(row) else {
      problems.append("\(character) outside the screen")
      return
    }
    let index = row * width + column
    (glyphs[index], grounds[index], placeholders[index]) = (character, ground, nil)
    for y in row * cell.height..<(row + 1) * cell.height {
      for x in column * cell.width..<(column + 1) * cell.width {
        sixels[y * width * cell.width + x] = nil
      }
    }
    column += 1
  }

  private mutating func control(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let end = rest.firstIndex { (0x40...0x7e).contains($0.value) } ?? rest.endIndex
    var text = String.UnicodeScalarView()
    text.append(contentsOf: rest[..<end])
    let numbers = String(text).split(separator: ";").map { Int($0) ?? 0 }
    guard let final = rest[end...].first else { return }
    rest = rest[end...].dropFirst()
    switch final {
    case "H": (row, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
    case "G": column = (numbers.first ?? 1) - 1
    case "C": column += numbers.first ?? 1
    case "J":
      // Kitty frees what is no longer shown, but for the pictures of placeholders.
      images = images.filter { $0.key >> 24 != 0 }
      placements = [:]
      for index in placeholders.indices { placeholders[index] = nil }
      for index in glyphs.indices { (glyphs[index], grounds[index]) = (" ", ground) }
      for index in sixels.indices { sixels[index] = nil }
    case "m": select(numbers)
    default: break
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    if rest.isEmpty { ground = nil }
    while let number = rest.popFirst() {
      switch number {
      case 0, 49: ground = nil
      case 38, 48:
        let parts = rest.popFirst() == 5 ? 1 : 3
        guard rest.count >= parts else { return }
        let color = rest.prefix(parts).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if number == 48 { ground = color } else { ink = Int(color) }
        rest = rest.dropFirst(parts)
      default: break
      }
    }
  }

  private mutating func draw(_ string: String) {
    guard let pixels = PictureReader.sixel(string),
      (column * cell.width + pixels.width) <= width * cell.width,
      (row * cell.height + pixels.height) < height * cell.height
    else {
      problems.append("A drawing that cannot be read, or that scrolls the screen.")
      return
    }
    drawings += 1
    for y in 0..<pixels.height {
      for x in 0..<pixels.width where pixels[x, y].alpha > 0 {
        let start = (row * cell.height + y) * width * cell.width + column * cell.width
        sixels[start + x] = pixels[x, y]
      }
    }
    // Terminals disagree on where the cursor is then.
    (column, row) = (-1, -1)
  }

  private mutating func command(_ string: String, isInTmux: Bool = false) {
    guard string.hasPrefix("G") else {
      problems.append("A string for somebody else: \(string)")
      return
    }
    let parts = string.dropFirst().split(
      separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var words: [String: String] = [:]
    for field in parts[0].split(separator: ",") {
      let pair = field.split(separator: "=")
      if pair.count == 2 { words[String(pair[0])] = String(pair[1]) }
    }
    let numbers = words.compactMapValues { Int($0) }
    let id = numbers["i"] ?? 0
    if let upload, words["a"] == nil {
      self.upload = (upload.id, upload.text + (parts.count > 1 ? String(parts[1]) : ""))
      finish(numbers)
      return
    }
    if upload != nil { problems.append("A command between the pieces of a picture.") }
    switch words["a"] {
    case "t" where words["f"] == "100" && !isInTmux,
      "T" where words["f"] == "100" && isInTmux && words["U"] == "1":
      upload = (id, parts.count > 1 ? String(parts[1]) : "")
      finish(numbers)
    case "p":
      guard images[id] != nil, let placement = numbers["p"], words["C"] == "1" else {
        problems.append("A placement of nothing: \(string)")
        return
      }
      placements[PlacementID(image: id, placement: placement)] = Placement(
        column: column, row: row, parameters: numbers)
    case "d" where words["d"] == "R":
      let range = (numbers["x"] ?? 0)...max(numbers["y"] ?? 0, numbers["x"] ?? 0)
      images = images.filter { !range.contains($0.key) }
    case "d": delete(words["d"] ?? "a", id, numbers["p"])
    default: problems.append("An unknown command: \(string)")
    }
  }

  private mutating func finish(_ numbers: [String: Int]) {
    guard numbers["m"] == 0, let done = upload else { return }
    upload = nil
    transmissions += 1
    guard let bytes = Self.base64(done.text), let pixels = PictureReader.png(bytes) else {
      problems.append("A picture that cannot be read.")
      return
    }
    images[done.id] = pixels
    if numbers["q"] == nil { unanswered.append(done.id) }
  }

  private mutating func delete(_ what: String, _ id: Int, _ placement: Int?) {
    switch what {
    case "A":
      placements = [:]
      images = [:]
    case "i" where placement != nil:
      let key = PlacementID(image: id, placement: placement ?? 0)
      if placements.removeValue(forKey: key) == nil { problems.append("No placement \(key).") }
    case "I":
      placements = placements.filter { $0.key.image != id }
      images[id] = nil
    default: problems.append("An unknown removal: \(what)")
    }
  }

  private static func base64(_ text: String) -> [UInt8]? {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    guard text.utf8.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    var (value, bits) = (0, 0)
    for byte in text.utf8 where byte != UInt8(ascii: "=") {
      guard let digit = digits.firstIndex(of: byte) else { return nil }
      (value, bits) = ((value << 6 | digit) & 0xffff, bits + 6)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(value >> bits & 0xff))
      }
    }
    return bytes
  }
}
