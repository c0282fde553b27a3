import CallsiteRuntime

// The mock's engine compiles some files of this module too. They import nothing, so they find these names here.
typealias SecretNames = CallsiteHTTP.SecretNames
typealias SecretText = CallsiteHTTP.SecretText
