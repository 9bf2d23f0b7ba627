// Functions that take what Swift Testing's macros of the same names take; see `typecheck`.

import Testing

func plain_expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = SourceLocation(fileID: "", filePath: "", line: 1, column: 1)
) {}

@discardableResult
func plain_expect<E: Error>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  performing body: () throws -> some Any
) -> E? { nil }

@discardableResult
func plain_expect<E: Error>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> some Any
) async -> E? { nil }

@discardableResult
func plain_expect<E: Error & Equatable>(
  throws error: E, _ comment: @autoclosure () -> Comment? = nil,
  performing body: () throws -> some Any
) -> E? { nil }

@discardableResult
func plain_expect<E: Error & Equatable>(
  throws error: E, _ comment: @autoclosure () -> Comment? = nil,
  isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> some Any
) async -> E? { nil }

func plain_require(_ condition: Bool, _ comment: @autoclosure () -> Comment? = nil) throws {}

func plain_require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil
) throws -> Value { throw CancellationError() }

@discardableResult
func plain_require<E: Error>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  performing body: () throws -> some Any
) throws -> E { throw CancellationError() }

@discardableResult
func plain_require<E: Error>(
  throws type: E.Type, _ comment: @autoclosure () -> Comment? = nil,
  isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> some Any
) async throws -> E { throw CancellationError() }
