// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Files
import Glibc
import Protocol

/// A backup in progress: a temporary file until it is complete and synced.
///
/// An interrupted backup leaves no file that could be mistaken for one.
package final class BackupFile {
  /// The backup's final path.
  package let path: String
  /// The temporary path.
  ///
  /// A fresh name, so nobody else's file is touched.
  package private(set) var partialPath = ""
  private let replaces: Bool
  private var descriptor: Int32

  /// Creates the temporary file for the backup at `path`, readable by its owner only.
  ///
  /// - Parameters:
  ///   - path: the absolute path.
  ///   - replaces: whether an existing file may be replaced.
  ///   - bytes: the expected size.
  /// - Throws: `BackupError` if the file cannot be created or the disk is too full.
  package init(_ path: String, replaces: Bool, bytes: Int64) throws(BackupError) {
    self.path = path
    self.replaces = replaces
    descriptor = -1
    var information = stat()
    if lstat(path, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFREG else {
        throw BackupError(.badPath, "\(shown) exists and is not a file: choose another name.")
      }
      guard replaces else {
        throw BackupError(
          .badPath, "\(shown) exists: choose another name, or use --force.")
      }
    }
    do throws(FileFailure) {
      (descriptor, partialPath) = try AtomicFile.openDraft(path + ".partial-", 0o600)
    } catch {
      throw failure(error)
    }
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { throw failure(errno) }
    let free = Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
    guard free > bytes else {
      discard()
      throw BackupError(
        .unwritable,
        "The backup needs \(bytes) bytes, and the disk of \(shown) has \(free) free: make room, or "
          + "use another disk.")
    }
  }

  /// Rejects the names of the server's own files in its folder, which it would otherwise keep using
  /// after they are replaced.
  ///
  /// - Parameters:
  ///   - path: the backup's path.
  ///   - journal: the journal's path.
  /// - Throws: `BackupError` with the remedy.
  package static func check(_ path: String, apartFrom journal: String) throws(BackupError) {
    let name = String(path.split(separator: "/").last ?? "")
    guard ownNames.contains(name) || name.hasPrefix("journal.sqlite") else { return }
    var (folder, own) = (stat(), stat())
    guard stat(Files.folder(of: path), &folder) == 0, stat(Files.folder(of: journal), &own) == 0,
      folder.st_dev == own.st_dev, folder.st_ino == own.st_ino
    else { return }
    throw BackupError(
      .badPath,
      "\(path.printable(limit: 300)) is one of the server's own files: choose another name.")
  }

  private static let ownNames = ["lock", "heartbeat", "audit.log", "admin.sock"]

  deinit { discard() }

  /// Syncs what was written so far, to spread the load.
  func sync() { fdatasync(descriptor) }

  /// If run by root, gives it to the folder's owner.
  package func give(toOwnerOf folder: String) { DataDirectory.give(descriptor, toOwnerOf: folder) }

  /// The file's size.
  var byteCount: Int64 {
    var information = stat()
    return fstat(descriptor, &information) == 0 ? Int64(information.st_size) : 0
  }

  /// Clears WAL mode in the header, as SQLite does on leaving it (file format, bytes 18 and 19): a
  /// backup is a single file.
  ///
  /// - Throws: `BackupError` if it cannot be written.
  package func standAlone() throws(BackupError) {
    precondition(descriptor >= 0, "Only an unfinished backup may be changed.")
    let plain: [UInt8] = [1, 1]
    guard pwrite(descriptor, plain, 2, 18) == 2 else { throw failure(errno) }
  }

  /// Syncs the file and moves it to its final path.
  ///
  /// - Throws: `BackupError`; then nothing is left of it.
  package func keep() throws(BackupError) {
    precondition(descriptor >= 0, "A backup is finished only once.")
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    do throws(FileFailure) {
      try AtomicFile.publish(partialPath, as: path, replaces: replaces)
    } catch {
      throw failure(error)
    }
    close(descriptor)
    descriptor = -1
  }

  /// Deletes an incomplete backup; does nothing after `keep`.
  package func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(partialPath)
  }

  /// Turns a complete copy into a backup.
  ///
  /// - Throws: `BackupError`; then nothing is left of it.
  package func finish(
    pages: Int, since begin: ContinuousClock.Instant
  ) throws(BackupError) -> FinishedBackup {
    do throws(BackupError) {
      try standAlone()
      let contents = try JournalStore.contents(of: partialPath)
      let bytes = byteCount
      try keep()
      return FinishedBackup(
        path: path, pages: pages, bytes: bytes, rooms: contents.rooms, entries: contents.entries,
        seconds: (ContinuousClock.now - begin) / .seconds(1))
    } catch {
      discard()
      throw error
    }
  }

  private var shown: String { path.printable(limit: 300) }

  private func failure(_ failure: FileFailure) -> BackupError {
    guard case .refused(let number) = failure else { return self.failure(EIO) }
    return self.failure(number)
  }

  private func failure(_ problem: Int32) -> BackupError {
    discard()
    let reason = String(cString: strerror(problem))
    let remedy =
      switch problem {
      case EACCES, EPERM: "allow the server's user to write there"
      case EROFS: "choose a folder the server may write to, such as its data folder"
      case ENOENT, ENOTDIR: "choose a folder that exists"
      default: "check its folder and its disk"
      }
    return BackupError(
      .unwritable, "\(shown) cannot be written (\(reason)): \(remedy).")
  }
}
