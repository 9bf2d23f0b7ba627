#if canImport(Combine)
import Combine

/// A handle can be kept in a `Set<AnyCancellable>`: `start(self).store(in: &cancellables)`.
extension ProcedureHandle: Cancellable {}
#endif
