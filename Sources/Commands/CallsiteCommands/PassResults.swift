import CallsiteDiff
import CallsiteImport
import CallsiteInspect
import CallsiteMockDescription
import CallsiteShell

// A pass with one of these results loads a description as `generate` does, with every file that it includes.

extension Inspection: PassResult {}
extension NameInspection: PassResult {}
extension PageInspection: PassResult {}
extension ImportedDescription: PassResult {}
extension ContractReading: PassResult {}
extension MockReading: PassResult {}
