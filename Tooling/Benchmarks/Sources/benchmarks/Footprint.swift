import CAllocator

/// The memory that something takes while it lives, and the floor it is compared with.
@MainActor
struct Footprint {
  /// Makes so many, and returns what keeps them.
  typealias Make = @MainActor (_ count: Int) async -> Any

  let name: String
  let floorName: String
  let count: Int
  let make: Make
  let makeFloor: Make

  /// Bytes of the heap for one.
  struct Result {
    var bytes: Int
    var floor: Int
  }

  func measure() async -> Result {
    Result(bytes: await bytes(make), floor: await bytes(makeFloor))
  }

  private func bytes(_ make: Make) async -> Int {
    // The first ones bring up what is made once.
    _ = await make(10)
    let before = Int(allocator_bytes_in_use())
    let made = await make(count)
    let after = Int(allocator_bytes_in_use())
    return withExtendedLifetime(made) { (after - before) / count }
  }
}
