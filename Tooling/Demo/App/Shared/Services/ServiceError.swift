/// The reason for which a service has failed.
package enum ServiceError: Error, Equatable {
  case unavailable
  case wrongPassword
  case incomplete
  case alreadyRegistered

  /// The text for the user.
  package var message: String {
    switch self {
    case .unavailable: "The server does not answer."
    case .wrongPassword: "Email or password is wrong."
    case .incomplete: "Fill in all fields."
    case .alreadyRegistered: "There is an account for this address."
    }
  }
}
