import CallsiteDiff
import CallsiteImport
import CallsiteInspect
import CallsiteMockDescription
import CallsiteShell

// What is loaded as a description is for `generate`: with every file that it asks for.

extension Inspection: PassResult {}
extension NameInspection: PassResult {}
extension PageInspection: PassResult {}
extension ImportedDescription: PassResult {}
extension ContractReading: PassResult {}
extension MockReading: PassResult {}
