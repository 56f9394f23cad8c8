// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CWebPage
package import LibWebSockets

/// The page for browsers: an HTML file, and the files it refers to.
package struct WebPage: Hashable, Sendable {
  /// One file, in the forms it is served in.
  package struct File: Hashable, Sendable {
    /// The content type.
    package var type: String
    /// Its bytes in each coding that there is.
    package var forms: [ContentCoding: ConstantBytes]

    /// A file.
    package init(type: String, forms: [ContentCoding: ConstantBytes]) {
      self.type = type
      self.forms = forms
    }
  }

  /// The HTML file, which is served at `/`, `/CODE` and `/CODE/watch`.
  package var document: File
  /// All others by their paths, which contain ``hash``: what is at a path never changes.
  package var files: [String: File]
  /// A hash of everything the page is made from.
  package var hash: String
  /// The hash of the document's style, as a content security policy names it.
  package var styleHash: String

  /// A page.
  package init(document: File, files: [String: File], hash: String, styleHash: String) {
    self.document = document
    self.files = files
    self.hash = hash
    self.styleHash = styleHash
  }

  /// The page that is linked into the program; nil if it was built without one.
  package static let embedded: WebPage? = {
    guard let first = cwebpage_files() else { return nil }
    let all = UnsafeBufferPointer(start: first, count: Int(cwebpage_file_count()))
    precondition(!all.isEmpty, "The page's document is missing in the program.")
    return WebPage(
      document: File(all[0]),
      files: Dictionary(
        uniqueKeysWithValues: all.dropFirst().map { (String(cString: $0.path), File($0)) }),
      hash: String(cString: cwebpage_hash()), styleHash: String(cString: cwebpage_style_hash()))
  }()
}

extension WebPage.File {
  fileprivate init(_ file: cwebpage_file) {
    type = String(cString: file.type)
    forms = [:]
    for (coding, start, count) in [
      (ContentCoding.brotli, file.brotli, file.brotli_size), (.gzip, file.gzip, file.gzip_size),
      (.identity, file.plain, file.plain_size),
    ] {
      if let start { forms[coding] = ConstantBytes(start: start, count: Int(count)) }
    }
  }
}
