// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Glibc

/// The data folder, held by one process at a time.
///
/// The holder has a lock that the kernel releases however the process ends. Files created here are
/// readable only by the server's user.
package final class DataDirectory: Sendable {
  /// The folder.
  package let path: String
  /// The last heartbeat; nil if there was none, or it is unreadable.
  package let lastBeat: ServerTime?
  /// The journal's durable mark at that heartbeat; nil if none was recorded.
  let lastMark: JournalMark?
  /// Whether a heartbeat is present but unreadable.
  package let isHeartbeatDamaged: Bool
  private let lock: Int32
  private let heartbeat: Int32
  /// Folders and files created by this process, in order.
  private let made: [String]

  /// The path of the journal.
  package var journalPath: String { path + "/journal.sqlite" }

  /// Takes the folder's lock, creating the folder if it is missing.
  ///
  /// - Throws: `DataDirectoryError`; `.held` while another process has it.
  package init(path: String) throws(DataDirectoryError) {
    self.path = path
    var made: [String] = []
    do throws(DataDirectoryError) {
      try Self.makeFolders(path, &made)
      let lock = try Self.takeLock(of: path, &made)
      do throws(DataDirectoryError) {
        heartbeat = try Self.openFile("heartbeat", of: path, &made)
      } catch {
        Self.takeBack(made)
        close(lock)
        throw error
      }
      self.lock = lock
    } catch {
      // Only removes folders that are still empty.
      Self.takeBack(made.filter { !$0.hasSuffix("/lock") })
      throw error
    }
    self.made = made
    let lines = Self.lines(of: heartbeat)
    lastBeat = Int64(lines[0]).map { ServerTime(microseconds: $0) }
    lastMark = JournalMark(line: lines[1])
    isHeartbeatDamaged =
      (!lines[0].isEmpty && lastBeat == nil) || (!lines[1].isEmpty && lastMark == nil)
    Self.replace("\(getpid())\n", in: lock)
  }

  deinit {
    close(heartbeat)
    close(lock)
  }

  /// Writes a heartbeat: that the server was alive at `time`, and the journal's mark.
  ///
  /// It survives the process at once, the machine once synced. A stale heartbeat makes an outage
  /// look longer and hides commits lost since.
  ///
  /// - Parameters:
  ///   - time: the time; nil if there has been no room yet.
  ///   - mark: the journal's durable mark, or nil.
  package func beat(at time: ServerTime?, mark: JournalMark? = nil) {
    assert(
      mark.map { $0.commits < 0 || JournalMark(line: $0.line) == $0 } ?? true,
      "A heartbeat can be read back.")
    let beat = time.map { "\($0.microseconds)" } ?? ""
    Self.replace("\(beat)\n\(mark.map { $0.line + "\n" } ?? "")", in: heartbeat)
  }

  /// Syncs the last heartbeat to disk.
  func syncBeat() { fdatasync(heartbeat) }

  /// Removes what this process created, as far as it is still empty.
  package func takeBack() { Self.takeBack(made) }

  /// Clears the heartbeat: the journal has come from elsewhere.
  package func forgetBeat() { ftruncate(heartbeat, 0) }

  // MARK: Files

  private static func makeFolders(
    _ path: String, _ made: inout [String]
  ) throws(DataDirectoryError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      folder += "/" + name
      if mkdir(folder, 0o700) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        throw .unusable(path: path, problem: errno)
      }
    }
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
      throw .unusable(path: path, problem: ENOTDIR)
    }
  }

  /// Takes the lock and checks that it is still the file others find: a process that kept nothing
  /// removes its lock file on exit.
  private static func takeLock(
    of folder: String, _ made: inout [String]
  ) throws(DataDirectoryError) -> Int32 {
    for _ in 0..<8 {
      let lock = try openFile("lock", of: folder, &made)
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
        let problem = errno
        let holder = lines(of: lock)[0]
        close(lock)
        if problem == EWOULDBLOCK { throw .held(path: folder, by: Int32(holder)) }
        throw .unusable(path: folder, problem: problem)
      }
      var (own, found) = (stat(), stat())
      if fstat(lock, &own) == 0, stat(folder + "/lock", &found) == 0, own.st_ino == found.st_ino {
        return lock
      }
      close(lock)
    }
    throw .held(path: folder, by: nil)
  }

  private static func openFile(
    _ name: String, of folder: String, _ made: inout [String]
  ) throws(DataDirectoryError) -> Int32 {
    let path = folder + "/" + name
    let isNew = access(path, F_OK) != 0
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unusable(path: folder, problem: errno) }
    if isNew {
      made.append(path)
      give(descriptor, toOwnerOf: folder)
    }
    return descriptor
  }

  /// If run by root, gives a file to the folder's owner, the user that the server runs as.
  static func give(_ descriptor: Int32, toOwnerOf folder: String) {
    var owner = stat()
    guard geteuid() == 0, stat(folder, &owner) == 0 else { return }
    _ = fchown(descriptor, owner.st_uid, owner.st_gid)
  }

  /// Removes files, and folders that are empty.
  private static func takeBack(_ made: [String]) {
    for path in made.reversed() where unlink(path) != 0 { rmdir(path) }
  }

  /// The first two lines of a short file; empty strings if there are none.
  private static func lines(of descriptor: Int32) -> [String] {
    var bytes = [UInt8](repeating: 0, count: 160)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    let lines = bytes.prefix(max(count, 0)).split(
      separator: 10, maxSplits: 2, omittingEmptySubsequences: false)
    return (lines + [[], []]).prefix(2).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Overwrites the file in place; its length rarely shrinks.
  private static func replace(_ line: String, in descriptor: Int32) {
    let bytes = Array(line.utf8)
    if pwrite(descriptor, bytes, bytes.count, 0) == bytes.count {
      ftruncate(descriptor, bytes.count)
    }
  }
}

/// Why a data directory cannot be used.
package enum DataDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process holds it; its pid, if it left one.
  case held(path: String, by: Int32?)
  /// It cannot be created or used; `problem` is errno.
  case unusable(path: String, problem: Int32)

  /// A sentence with what is wrong and what to do about it.
  package var description: String {
    switch self {
    case .held(let path, let holder):
      "\(path) is in use by \(holder.map { "process \($0)" } ?? "another process"): stop that "
        + "server, use --wait to take over from it, or choose another --data."
    case .unusable(let path, ENOTDIR):
      "\(path) cannot be used as the data folder (it is not a folder): choose another --data."
    case .unusable(let path, EROFS):
      "\(path) cannot be used as the data folder (it is read-only): mount its disk for writing, "
        + "allow writing in the service's unit (ReadWritePaths), or choose another --data."
    case .unusable(let path, let problem):
      "\(path) cannot be used as the data folder (\(String(cString: strerror(problem)))): check "
        + "its permissions, or choose another --data."
    }
  }
}
