import CallsiteDiff
import CallsiteImport
import CallsiteInspect
import CallsiteMockDescription
import CallsiteShell

// The passes with these results load a description as `generate` does: with every file that it asks for.

extension Inspection: PassResult {}
extension NameInspection: PassResult {}
extension PageInspection: PassResult {}
extension ImportedDescription: PassResult {}
extension ContractReading: PassResult {}
extension MockReading: PassResult {}
