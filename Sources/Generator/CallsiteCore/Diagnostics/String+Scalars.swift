extension String {
    /// A string from some of its scalars. Appending to a `UnicodeScalarView` takes ten times as long, and each type and
    /// name of a description comes through here (`callsite-dev bench`).
    init(scalars: ArraySlice<Unicode.Scalar>) {
        self.init(unsafeUninitializedCapacity: scalars.count * 4) { buffer in
            var count = 0
            for scalar in scalars {
                if scalar.value < 0x80 {
                    buffer[count] = UInt8(scalar.value)
                    count += 1
                } else {
                    for unit in UTF8.encode(scalar).unsafelyUnwrapped {
                        buffer[count] = unit
                        count += 1
                    }
                }
            }
            return count
        }
    }
}
