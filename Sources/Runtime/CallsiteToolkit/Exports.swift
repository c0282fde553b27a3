import CallsiteRuntime

// For the files that the mock's engine compiles too, which import nothing.
typealias SecretNames = CallsiteHTTP.SecretNames
typealias SecretText = CallsiteHTTP.SecretText
