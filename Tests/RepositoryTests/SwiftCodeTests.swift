// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@Suite("Telling Swift code from comments and strings", .timeLimit(.minutes(1)))
struct SwiftCodeTests {
  @Test(
    "Comments and strings become spaces, byte for byte",
    arguments: [
      ("a // b\nc", "a     \nc"),
      ("a /* b /* c */ d */ e", "a                   e"),
      ("/* a\nb */ c", "    \n     c"),
      ("/* never closed", "               "),
      (#"f("a // b") // c"#, #"f("      ")     "#),
      (#"f("a\"b", c)"#, #"f("    ", c)"#),
      (##"f(#"a"b\"#, c)"##, ##"f(#"    "#, c)"##),
      (#""a\(b("c") + d)e" + f"#, #"" \(b(" ") + d) " + f"#),
      (##"#"a\(b)\#(c)d"# + e"##, ##"#"     \#(c) "# + e"##),
      ("\"\"\"\na \"b\" c\n\"\"\" + d", "\"\"\"\n       \n\"\"\" + d"),
      ("\"never closed\na", "\"            \na"),
      ("\"\u{E9}\"", "\"  \""),
      ("#if X\n#error(\"no\")\n#endif", "#if X\n#error(\"  \")\n#endif"),
    ])
  func blanks(text: String, expected: String) {
    #expect(SwiftCode.blanking(text) == expected)
  }

  @Test(
    "A string that ends in the middle of an escape is no trouble", arguments: ["\"\\", "\"\\("])
  func survivesTheEnd(text: String) {
    #expect(SwiftCode.blanking(text).utf8.count == text.utf8.count)
  }
}
