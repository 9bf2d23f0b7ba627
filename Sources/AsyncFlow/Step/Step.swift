/// A navigation intent.
///
/// View models emit steps, and flows turn them into navigation. A step names an event or a wish; the
/// flow decides how it is presented:
///
/// ```swift
/// enum MovieStep: Step {
///   case movieList
///   case movieDetail(id: Int)
/// }
/// ```
public protocol Step: Sendable {}
