// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol

/// The file a backup becomes: beside it under another name until it is whole and on the disk.
///
/// Whoever stops in between leaves no file behind that could be taken for a backup.
final class BackupFile {
  /// Where the backup is to be.
  let path: String
  /// Where it is until then.
  ///
  /// A name that nothing had before: whatever else lies beside it is somebody else's.
  private(set) var partialPath = ""
  private let replaces: Bool
  private var descriptor: Int32

  /// Makes the file that is to become the backup at `path`, for nobody else to read.
  ///
  /// - Parameters:
  ///   - path: from the root.
  ///   - replaces: whether a file that is there may go.
  ///   - bytes: how much there will be to write.
  /// - Throws: `AdminRefusal` where that cannot be.
  init(_ path: String, replaces: Bool, bytes: Int64) throws(AdminRefusal) {
    self.path = path
    self.replaces = replaces
    descriptor = -1
    var information = stat()
    if lstat(path, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFREG else {
        throw AdminRefusal(.badValue, "\(shown) exists and is not a file: choose another name.")
      }
      guard replaces else {
        throw AdminRefusal(
          .badValue, "\(shown) exists: choose another name, or use --force.")
      }
    }
    var name = Array((path + ".partial-XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    partialPath = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      fchmod(descriptor, 0o600) == 0
    else { throw failure(errno) }
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { throw failure(errno) }
    let free = Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
    guard free > bytes else {
      discard()
      throw AdminRefusal(
        .unwritable,
        "The backup needs \(bytes) bytes, and the disk of \(shown) has \(free) free: make room, or use "
          + "another disk.")
    }
  }

  /// Refuses the names of what a server has in its folder beside its journal: it would go on with
  /// files that nobody finds any more.
  ///
  /// - Parameters:
  ///   - path: where the backup is to be.
  ///   - journal: the journal.
  /// - Throws: `AdminRefusal` with what to do.
  static func check(_ path: String, apartFrom journal: String) throws(AdminRefusal) {
    let name = String(path.split(separator: "/").last ?? "")
    guard ownNames.contains(name) || name.hasPrefix("journal.sqlite") else { return }
    var (folder, own) = (stat(), stat())
    guard stat(folderOf(path), &folder) == 0, stat(folderOf(journal), &own) == 0,
      folder.st_dev == own.st_dev, folder.st_ino == own.st_ino
    else { return }
    throw AdminRefusal(
      .badValue,
      "\(path.printable(limit: 300)) is one of the server's own files: choose another name.")
  }

  private static let ownNames = ["lock", "heartbeat", "audit.log", "admin.sock"]

  private static func folderOf(_ path: String) -> String {
    path.split(separator: "/").dropLast().reduce(path.hasPrefix("/") ? "/" : "./") {
      $0 + $1 + "/"
    }
  }

  deinit { discard() }

  /// Has what was written so far reach the disk, so that it is not all left for the end.
  func sync() { fdatasync(descriptor) }

  /// Gives it to the user whose folder it is in, where root has made it.
  func give(toOwnerOf folder: String) { DataDirectory.give(descriptor, toOwnerOf: folder) }

  /// How long the file is.
  var byteCount: Int64 {
    var information = stat()
    return fstat(descriptor, &information) == 0 ? Int64(information.st_size) : 0
  }

  /// Says in the file's head that it needs no write-ahead log, as SQLite does when it is told to
  /// leave that mode (file format, bytes 18 and 19): a backup is one file.
  ///
  /// - Throws: `AdminRefusal` if that cannot be written.
  func standAlone() throws(AdminRefusal) {
    let plain: [UInt8] = [1, 1]
    guard pwrite(descriptor, plain, 2, 18) == 2 else { throw failure(errno) }
  }

  /// Puts the file in its place, for good.
  ///
  /// - Throws: `AdminRefusal` if that cannot be; then nothing is left of it.
  func keep() throws(AdminRefusal) {
    guard fsync(descriptor) == 0 else { throw failure(errno) }
    if replaces {
      guard rename(partialPath, path) == 0 else { throw failure(errno) }
    } else {
      // Unlike rename, this leaves alone what has come to be there meanwhile.
      guard link(partialPath, path) == 0 else { throw failure(errno) }
      unlink(partialPath)
    }
    close(descriptor)
    descriptor = -1
    let folder = path.split(separator: "/").dropLast().reduce(into: "/") { $0 += $1 + "/" }
    let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if place >= 0 {
      fsync(place)
      close(place)
    }
  }

  /// Throws away what is not whole; harmless when it was kept.
  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(partialPath)
  }

  private var shown: String { path.printable(limit: 300) }

  private func failure(_ problem: Int32) -> AdminRefusal {
    discard()
    let reason = String(cString: strerror(problem))
    let remedy =
      switch problem {
      case EACCES, EPERM: "allow the server's user to write there"
      case EROFS: "choose a folder the server may write to, such as its data folder"
      case ENOENT, ENOTDIR: "choose a folder that exists"
      default: "check its folder and its disk"
      }
    return AdminRefusal(
      .unwritable, "\(shown) cannot be written (\(reason)): \(remedy).")
  }
}
