// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// libFuzzer's own main (FuzzerDriver.cpp of LLVM); returns when there is nothing more to do.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ examine: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs libFuzzer to find bytes that violate a property of an entry, or replays files.
///
/// To merge folders, libFuzzer restarts itself in new processes with its own arguments: the entry's
/// name goes with them in the environment.
enum Driver {
  private static let variable = "FACEDOWN_FUZZ_ENTRY"

  /// The fuzzed entry.
  private static let entry: FuzzEntry = {
    guard let name = getenv(variable), let entry = FuzzEntry(rawValue: String(cString: name)) else {
      say("facedown-fuzz: name an entry first; --list names them all.")
      exit(2)
    }
    return entry
  }()

  /// Runs the program.
  static func run(_ arguments: [String]) -> Never {
    var words = arguments
    silenceBacktraces(words)
    switch words.dropFirst().first {
    case "--list":
      for entry in FuzzEntry.allCases { print(entry.rawValue) }
      exit(0)
    case "pack", "unpack": convert(words)
    default: break
    }
    if words.count > 1, FuzzEntry(rawValue: words[1]) != nil {
      setenv(variable, words.remove(at: 1), 1)
    }
    // Later flags win.
    words.insert(contentsOf: ["-max_len=\(entry.limit)", "-detect_leaks=0"], at: 1)
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var count = CInt(words.count)
    let status = pointers.withUnsafeMutableBufferPointer { buffer -> CInt in
      guard var base = buffer.baseAddress else { return 2 }
      return runDriver(&count, &base, examine)
    }
    exit(status)
  }

  /// Packs a folder of inputs into a file, or unpacks a file into a new folder: the tests read the
  /// file, libFuzzer the folder.
  private static func convert(_ words: [String]) -> Never {
    guard words.count == 4 else {
      say("facedown-fuzz: use `pack FOLDER FILE`, or `unpack FILE FOLDER`.")
      exit(2)
    }
    do throws(CorpusError) {
      if words[1] == "pack" {
        try PackedCorpus(folder: words[2]).write(toFile: words[3])
      } else {
        try PackedCorpus(file: words[2]).write(toFolder: words[3])
      }
    } catch {
      say("facedown-fuzz: \(error)")
      exit(1)
    }
    exit(0)
  }

  /// Restarts without Swift's crash reports, which the environment controls at process start: in a
  /// program this large one takes more than ten minutes.
  private static func silenceBacktraces(_ words: [String]) {
    guard getenv("SWIFT_BACKTRACE") == nil else { return }
    setenv("SWIFT_BACKTRACE", "enable=no", 1)
    // Swift marks bits of its pointers, so the leak checker reports false leaks.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 0)
    execv("/proc/self/exe", words.map { strdup($0) } + [nil])
    say("facedown-fuzz: SWIFT_BACKTRACE=enable=no is not set, so a crash report will take long.")
  }

  private static let examine: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt = {
    bytes, count in
    do throws(InvariantViolation) {
      _ = try entry.examine(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      say("\n\(entry.rawValue) violated a property: \(error)")
      abort()
    }
    return 0
  }

  /// Writes a line to standard error.
  private static func say(_ sentence: String) {
    let bytes = Array("\(sentence)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
