/// An intent to go somewhere: what happened or what is wanted, not how it is shown.
///
/// View models emit steps, flows turn them into navigation. A step names the intent, so that the
/// flow decides how it is presented:
///
/// ```swift
/// enum MovieStep: Step {
///   case movieList
///   case movieDetail(id: Int)
/// }
/// ```
public protocol Step: Sendable {}
