// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
internal import Protocol

extension String {
  /// The same JSON (RFC 8259) with control, direction and line-end characters escaped as `\uXXXX`;
  /// such scalars occur in JSON only within strings.
  ///
  /// Only scalars below U+10000 are escaped: swift-protobuf 1.x decodes some surrogate pairs
  /// wrongly, and a saved line must be read again unchanged. The text must be one line without a
  /// line feed at its end.
  package var printableJSON: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isPrintable || scalar.value > 0xffff {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar.jsonEscape
      }
    }
    return text
  }
}
