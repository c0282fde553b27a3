import CallsiteCore
import CallsitePrinter
import CallsiteSwift
import Testing
import Waiting

/// A warning about a product that a target lacks is true, and none is missing: the reasons agree with the imports.
@Suite struct RuntimeNeedsTests {
    @Test(arguments: GoldenTests.cases) func eachImportHasAReason(_ name: String) throws {
        var options = Options()
        let (sources, output) = try GoldenTests.generate(in: GoldenTests.folder.appendingPathComponent(name)) {
            $0.linkedModules = nil
            $0.isStrict = false
            options = $0
        }
        guard !output.diagnostics.hasErrors else { return }
        let api = onLargeStack { [options] in
            var unsaid = Diagnostics()
            return Front(sources, options, &unsaid).api(options, &unsaid)
        }
        let modules = Set(api.runtimeNeeds.map(\.module))
        // Every API has a file that imports the runtime.
        #expect(modules.union([.runtime]) == output.runtimeModules)

        func warnings(linking linked: Set<RuntimeModule>?) -> Int {
            options.linkedModules = linked.map { Set($0.map(\.rawValue)) }
            return api.missingProducts(options).count
        }
        for module in modules { #expect(warnings(linking: modules.subtracting([module])) == 1) }
        #expect(warnings(linking: modules) == 0 && warnings(linking: nil) == 0)
        options.runtimeTypes = ["Session"]
        #expect(warnings(linking: []) == 0)
    }
}
