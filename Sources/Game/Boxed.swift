// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Keeps a large value on the heap, so that copying or moving its owner costs one reference.
///
/// It remains a value: copies share the memory until one of them changes.
@propertyWrapper
public struct Boxed<Value> {
  @usableFromInline
  final class Storage {
    @usableFromInline var value: Value

    @inlinable init(_ value: Value) { self.value = value }
  }

  @usableFromInline var storage: Storage

  /// Puts a value on the heap.
  @inlinable
  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  /// The value; changed in place unless another copy shares it.
  @inlinable
  public var wrappedValue: Value {
    get { storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

/// Unchecked: shared memory is never changed.
extension Boxed: @unchecked Sendable where Value: Sendable {}
