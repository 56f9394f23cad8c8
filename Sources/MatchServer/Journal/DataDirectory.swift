// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Glibc

/// The folder a server keeps its matches in, in the hands of one process at a time.
///
/// Whoever holds it has its lock, which the kernel gives back however the process ends. Nobody but
/// the user the server runs as may look into files made here.
public final class DataDirectory: Sendable {
  /// The folder.
  public let path: String
  /// When a server was last alive here; nil if none ever was, or it could not be read.
  public let lastBeat: ServerTime?
  private let lock: Int32
  private let heartbeat: Int32

  /// Where the journal is.
  var journalPath: String { path + "/journal.sqlite" }

  /// Takes the folder, making it where it is missing.
  ///
  /// - Throws: `DataDirectoryError`, `.held` while another process has it.
  public init(path: String) throws(DataDirectoryError) {
    self.path = path
    try Self.makeFolders(path)
    lock = try Self.openFile(path + "/lock")
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let problem = errno
      let holder = Self.contents(of: lock)
      close(lock)
      if problem == EWOULDBLOCK { throw .held(path: path, by: Int32(holder)) }
      throw .unusable(path: path, reason: String(cString: strerror(problem)))
    }
    do throws(DataDirectoryError) {
      heartbeat = try Self.openFile(path + "/heartbeat")
    } catch {
      close(lock)
      throw error
    }
    lastBeat = Int64(Self.contents(of: heartbeat)).map { ServerTime(microseconds: $0) }
    Self.replace("\(getpid())\n", in: lock)
  }

  deinit {
    close(heartbeat)
    close(lock)
  }

  /// Notes that the server was alive at `time`.
  ///
  /// It is not synced: it survives the process at once and the machine after some seconds, and one
  /// that is too old only makes an outage look longer than it was.
  func beat(at time: ServerTime) {
    Self.replace("\(time.microseconds)\n", in: heartbeat)
  }

  /// Forgets when a server was last alive: what is kept here has come from elsewhere.
  func forgetBeat() { ftruncate(heartbeat, 0) }

  // MARK: Files

  private static func makeFolders(_ path: String) throws(DataDirectoryError) {
    var folder = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      folder += "/" + name
      if mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw .unusable(path: path, reason: String(cString: strerror(errno)))
      }
    }
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
      throw .unusable(path: path, reason: "it is not a folder")
    }
  }

  private static func openFile(_ path: String) throws(DataDirectoryError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .unusable(path: path, reason: String(cString: strerror(errno)))
    }
    return descriptor
  }

  /// The first line of a short file.
  private static func contents(of descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
  }

  /// Puts a line into a file whose lines hardly ever grow shorter.
  private static func replace(_ line: String, in descriptor: Int32) {
    let bytes = Array(line.utf8)
    if pwrite(descriptor, bytes, bytes.count, 0) == bytes.count {
      ftruncate(descriptor, bytes.count)
    }
  }
}

/// Why a data directory cannot be had.
public enum DataDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process has it; its number, if it left one.
  case held(path: String, by: Int32?)
  /// It cannot be made, or used; `reason` is the system's word for it.
  case unusable(path: String, reason: String)

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .held(let path, let holder):
      "\(path) is in the hands of \(holder.map { "process \($0)" } ?? "another process"): stop "
        + "that server, say --wait to take over from it, or choose another --data."
    case .unusable(let path, let reason):
      "\(path) cannot be used to keep matches in (\(reason)): see to its rights, or choose "
        + "another --data."
    }
  }
}
