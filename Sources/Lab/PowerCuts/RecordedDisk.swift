// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDBSQLite
import Game
import Glibc

/// An SQLite VFS that passes every call to the system's, and records writes and syncs of the files
/// in one folder.
///
/// It becomes SQLite's default, so that the journal is opened as a server does; files elsewhere are
/// not recorded. Its memory is never freed, because connections refer to it.
enum RecordedDisk {
  /// An open file of SQLite, followed in memory by the system's own.
  private struct File {
    var base: sqlite3_file
    var place: Int
  }

  /// The current recording.
  private struct Recording {
    var folder: String
    var names: [String] = []
    var events: [DiskEvent] = []
  }

  private static let recording = Locked<Recording?>(nil)
  nonisolated(unsafe) private static let system: UnsafeMutablePointer<sqlite3_vfs> = {
    guard let found = sqlite3_vfs_find(nil) else {
      preconditionFailure("SQLite has no default VFS on this system.")
    }
    return found
  }()
  private static let headLength = MemoryLayout<File>.stride

  /// Starts recording the files of a folder; one folder at a time.
  static func begin(_ folder: String) {
    recording.update { recording in
      precondition(recording == nil, "Only one disk is recorded at a time.")
      recording = Recording(folder: folder)
    }
    sqlite3_vfs_register(vfs, 1)
  }

  /// Records an event that is not a call by SQLite.
  static func note(_ event: DiskEvent) {
    recording.update { $0?.events.append(event) }
  }

  /// Ends the recording.
  ///
  /// - Returns: the recorded events, in order.
  static func end() -> [DiskEvent] {
    sqlite3_vfs_register(system, 1)
    let events = recording.get()?.events ?? []
    recording.update { $0 = nil }
    return events
  }

  // MARK: The VFS

  nonisolated(unsafe) private static let vfs: UnsafeMutablePointer<sqlite3_vfs> = {
    let made = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    made.initialize(to: system.pointee)
    made.pointee.pNext = nil
    made.pointee.zName = UnsafePointer(strdup("facedown-recorded"))
    made.pointee.szOsFile += CInt(headLength)
    made.pointee.xOpen = { _, name, file, flags, out in
      RecordedDisk.open(name, file, flags, out)
    }
    made.pointee.xDelete = { _, name, syncsFolder in
      let code = system.pointee.xDelete(system, name, syncsFolder)
      if code == SQLITE_OK, let file = name.flatMap({ RecordedDisk.file(String(cString: $0)) }) {
        // The name is reused at once, for an empty file.
        RecordedDisk.note(.truncate(file, to: 0))
      }
      return code
    }
    return made
  }()

  nonisolated(unsafe) private static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let made = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var table = sqlite3_io_methods()
    // Version 1 has no shared memory: a journal belongs to one process.
    table.iVersion = 1
    table.xClose = { file in real(file).pointee.pMethods.pointee.xClose(real(file)) }
    table.xRead = { file, bytes, count, offset in
      real(file).pointee.pMethods.pointee.xRead(real(file), bytes, count, offset)
    }
    table.xWrite = { file, bytes, count, offset in
      let code = real(file).pointee.pMethods.pointee.xWrite(real(file), bytes, count, offset)
      if code == SQLITE_OK, let bytes {
        let written = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        record(file) { .write($0, at: Int(offset), written) }
      }
      return code
    }
    table.xTruncate = { file, size in
      let code = real(file).pointee.pMethods.pointee.xTruncate(real(file), size)
      if code == SQLITE_OK { record(file) { .truncate($0, to: Int(size)) } }
      return code
    }
    table.xSync = { file, flags in
      let code = real(file).pointee.pMethods.pointee.xSync(real(file), flags)
      if code == SQLITE_OK { record(file) { .sync($0) } }
      return code
    }
    table.xFileSize = { file, size in
      real(file).pointee.pMethods.pointee.xFileSize(real(file), size)
    }
    table.xLock = { file, level in real(file).pointee.pMethods.pointee.xLock(real(file), level) }
    table.xUnlock = { file, level in
      real(file).pointee.pMethods.pointee.xUnlock(real(file), level)
    }
    table.xCheckReservedLock = { file, out in
      real(file).pointee.pMethods.pointee.xCheckReservedLock(real(file), out)
    }
    table.xFileControl = { file, call, value in
      real(file).pointee.pMethods.pointee.xFileControl(real(file), call, value)
    }
    table.xSectorSize = { file in real(file).pointee.pMethods.pointee.xSectorSize(real(file)) }
    table.xDeviceCharacteristics = { file in
      real(file).pointee.pMethods.pointee.xDeviceCharacteristics(real(file))
    }
    made.initialize(to: table)
    return made
  }()

  private static func open(
    _ name: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: CInt,
    _ out: UnsafeMutablePointer<CInt>?
  ) -> CInt {
    guard let file else { return SQLITE_CANTOPEN }
    guard let short = name.flatMap({ Self.file(String(cString: $0)) }) else {
      return system.pointee.xOpen(system, name, file, flags, out)
    }
    file.pointee.pMethods = nil
    let code = system.pointee.xOpen(system, name, real(file), flags, out)
    guard code == SQLITE_OK else { return code }
    var place = 0
    recording.update { recording in
      recording?.names.append(short)
      place = (recording?.names.count ?? 1) - 1
    }
    UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self).pointee.place = place
    file.pointee.pMethods = UnsafePointer(methods)
    return code
  }

  /// The system's file behind ours.
  private static func real(
    _ file: UnsafeMutablePointer<sqlite3_file>?
  ) -> UnsafeMutablePointer<sqlite3_file> {
    guard let file else { preconditionFailure("SQLite passed no file.") }
    return UnsafeMutableRawPointer(file).advanced(by: headLength)
      .assumingMemoryBound(to: sqlite3_file.self)
  }

  private static func record(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ event: (String) -> DiskEvent
  ) {
    guard let file else { return }
    let place = UnsafeMutableRawPointer(file).assumingMemoryBound(to: File.self).pointee.place
    recording.update { recording in
      guard let name = recording?.names[place] else { return }
      recording?.events.append(event(name))
    }
  }

  /// A file's name in the recorded folder; nil for any other.
  private static func file(_ path: String) -> String? {
    guard let folder = recording.get()?.folder, path.hasPrefix(folder + "/") else { return nil }
    return String(path.dropFirst(folder.count + 1))
  }
}

/// An event on a disk, or a mark of the trial.
enum DiskEvent: Sendable {
  /// Bytes were written to a file at an offset.
  case write(String, at: Int, [UInt8])
  /// A file was truncated or extended to a length.
  case truncate(String, to: Int)
  /// Everything written to a file so far is durable.
  case sync(String)
  /// The trial begins or has completed something; the number says what.
  case mark(Int)
}

/// A file on a disk that may lose power: its durable bytes, and unsynced changes.
struct PowerlessFile: Sendable {
  /// An unsynced change.
  private enum Change: Sendable {
    case write(at: Int, [UInt8])
    case truncate(to: Int)
  }

  /// The size that disks write atomically, in bytes.
  static let sector = 512

  /// The durable bytes.
  private(set) var bytes: [UInt8] = []
  private var changes: [Change] = []

  /// A durable file.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Writes bytes, which survive sector by sector.
  mutating func write(_ bytes: [UInt8], at offset: Int) {
    var begin = 0
    while begin < bytes.count {
      let end = min(bytes.count, begin + Self.sector - (offset + begin) % Self.sector)
      changes.append(.write(at: offset + begin, Array(bytes[begin..<end])))
      begin = end
    }
  }

  /// Truncates or extends it.
  mutating func truncate(to size: Int) { changes.append(.truncate(to: size)) }

  /// Makes all changes durable.
  mutating func sync() {
    for change in changes { Self.apply(change, to: &bytes) }
    changes = []
  }

  /// The contents after a power cut: of the unsynced changes all, none, a prefix, or any subset.
  func remains(_ random: inout RandomStream) -> [UInt8] {
    var found = bytes
    switch random.below(4) {
    case 0: break
    case 1: for change in changes { Self.apply(change, to: &found) }
    case 2:
      let count = Int(random.below(UInt64(changes.count) + 1))
      for change in changes.prefix(count) { Self.apply(change, to: &found) }
    default:
      for change in changes where random.below(2) == 0 { Self.apply(change, to: &found) }
    }
    return found
  }

  /// The contents as programs see them while there is power.
  var seen: [UInt8] {
    var seen = bytes
    for change in changes { Self.apply(change, to: &seen) }
    return seen
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let size):
      bytes = Array(bytes.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - bytes.count))
    case .write(let offset, let new):
      let end = offset + new.count
      if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
      bytes.replaceSubrange(offset..<end, with: new)
    }
  }
}
