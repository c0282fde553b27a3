import CallsiteCommands
import CallsiteCore
import CallsitePrinter
import CallsiteReference
import Foundation
import SitePages

// The developers' own commands, for work that a person would otherwise have to remember. Their output is committed, and
// tests say when it is stale.

let usage = """
    usage: callsite-dev COMMAND

      embed-templates    writes the templates into the tool's source
      embed-page         writes the page of 'callsite inspect --html' into the tool's source
      templates-readme   writes Templates/README.md, the templates' data contract
      reference-guides   writes the reference guides: the format, callsite.yaml, the command line, the diagnostics
      pictures           draws the pictures of README and guides
      generate-specs     generates the committed output of Specs/
      docs               makes the documentation a static site in .build/docs/site; --hosting-base-path PATH
      bundle             makes a binary for this platform: an artifact bundle, and a package that uses it
      binary             makes a binary for this platform in .build/binaries; --output DIR
      release VERSION    makes all files of a release in .build/release-VERSION, from a clean tree; --output DIR;
                         --binaries DIR takes binaries that 'binary' made, of several systems
      dump STAGE SPEC    prints what a stage gives: nodes, description, api, swift
      corpus DIR         generates and type-checks every OpenAPI document below a folder; with --examples decodes their examples,
                         with --fixtures, --import or --names tries those; tells what a document says and the generated API doesn't hold
      mock-prism DIR     runs the cases of Prism's own tests against the mock; tells how each response differs
      mock-schemas DIR   runs JSON Schema's test suite against the mock's judge
      mock-values DIR    makes a value for each schema of the descriptions below a folder, and judges it
      mock-check DIR     asks a mock of each description below a folder for each operation, and creates, gets, changes and deletes
      heal-check [DIR…]  injures each description below the folders (Specs and the golden cases) in ten known ways, and lets `drift --heal`
                         correct it by responses of the true one: 95 % must be healed, and nothing else corrected
      mock-client FILE…  lets the generated client of each description, or of those below a folder, talk to its mock: what it sends must be
                         accepted, and what the mock responds must be read; --operations N (120) are compiled at a time; --paths '/repos/*' takes
                         the operations of some paths only, and --parts 3-5 some of the parts that are compiled
      infer-check [DIR|FILE…]
                         records a walk through each description, made by another generator of values, and compares what 'callsite import'
                         infers with the description; --samples N, --seed N, --only TEXT, --verbose, --no-decoding, --identity, --least N,
                         --python FILE (with hypothesis-jsonschema), --walks DIR reads recordings, --record DIR writes them, --keep DIR
      usage-check [DIR|FILE…]
                         makes clients of each description, reduces the generated code to what 'usage --write' includes for them, and
                         compiles both; --clients N, --seed N, --only TEXT, --no-compile
      diff-pairs DIR     compares each NAME_base.yaml of a folder with its NAME_revision.yaml; tells which pairs come to no change
      diff-rewritings PATH…
                         writes each OpenAPI document, or those of a folder, in other words that mean the same; tells which changes
                         'callsite diff' finds; --only NAME
      diff-values        makes pairs of schemas, and asks the mock's judge whether 'callsite diff' knows which values are refused; --count N,
                         --seed N, --only FAMILY
      diff-oracle [DOCUMENT…]
                         asks the compiler whether 'callsite diff' judges source as it does: both sides of each pair of descriptions, or of
                         edits of the documents, are generated, and callers of the old one are type-checked against both; --only ID,
                         --count N, --seed N, --nodes N (size of a slice), --batch N, --keep DIR; with --since, old callers are
                         type-checked against what 'generate --since' adds as well
      wire-oracle [DOCUMENT…] [--matrix VERSION…]
                         asks the wire whether 'callsite diff' judges released apps as it does: the old side's code sends its requests to
                         a server that works by the new description; the same options; --server old for the new side's code and an old server
      curl-oracle [FILE|DIR…]
                         runs the curl commands on the page of each description, and its generated code: one server must see the same
                         requests; --batch N, --keep DIR
      fuzz [DIR…]        tries made inputs: --seed N, --count N or --minutes N, --kinds A,B, --jobs N, --compile, --keep DIR,
                         --sanitize address|thread; --replay FILE tries one, --reduce FILE makes it smaller
      fuzz transport     tries mutated HTTP responses over loopback: --seed N, --count N; --number N tries one
      costs [WORD…]      measures how costs grow with a description, for each kind of list, chain and nesting; --size N, --command NAME
      simulate           a build farm's day: --descriptions N, --edits N, --seed N, --shards N, --jobs N; --json
      bench [WHAT…]      measures ratios: generation, descriptions, compiling, usage, decoding, requests, transports, paging, streams; all of them without a name, each briefly with --brief;
                         generation, compiling or usage of other descriptions by their paths; edits, of the documents that you name; --json; --record writes the figures of guides

    Run it from the package's folder.

    """

let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.first {
    case "embed-templates": try embedTemplates()
    case "embed-page": try embedPage()
    case "templates-readme": try writeFile("Templates/README.md", templatesReadme())
    case "reference-guides":
        try writeFile("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TheFormat.md", formatGuide())
        try writeFile("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/ConfigurationKeys.md", configurationGuide())
        try writeFile("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/Diagnostics.md", diagnosticsGuide())
        try writeFile("Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TheCommandLine.md", commandGuide())
        try writeFile(
            "Sources/Runtime/CallsiteRuntime/CallsiteRuntime.docc/TriedDocuments.md",
            CorpusRecord(file: CorpusRecord.path).guide)
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let figures = try GuideFigures(root: root)
        for path in GuideFigures.paths {
            try writeFile(path, figures.filled(String(decoding: readFile(path), as: UTF8.self), path: path))
        }
        for (path, text) in try AgentGuides(root: root).files.sorted(by: { $0.key < $1.key }) {
            try writeFile(path, text)
        }
    case "simulate": try simulate(Array(arguments.dropFirst()))
    case "pictures": try drawPictures()
    case "generate-specs": try generateSpecs()
    case "dump" where arguments.count == 3: try dump(stage: arguments[1], arguments[2])
    case "docs": try buildDocs(Array(arguments.dropFirst()))
    case "bundle": try makeBundle()
    case "binary": try ToolBinary.make(Array(arguments.dropFirst()))
    case "release": try makeRelease(Array(arguments.dropFirst()))
    case "corpus": try corpus(Array(arguments.dropFirst()))
    case "mock-prism": try mockPrism(Array(arguments.dropFirst()))
    case "mock-schemas": try mockSchemas(Array(arguments.dropFirst()))
    case "mock-values": try mockValues(Array(arguments.dropFirst()))
    case "mock-check": try mockCheck(Array(arguments.dropFirst()))
    case "heal-check": try healCheck(Array(arguments.dropFirst()))
    case "infer-check": try inferCheck(Array(arguments.dropFirst()))
    case "usage-check": try usageCheck(Array(arguments.dropFirst()))
    case "mock-client": try mockClient(Array(arguments.dropFirst()))
    case "diff-pairs": try diffPairs(Array(arguments.dropFirst()))
    case "diff-rewritings": try diffRewritings(Array(arguments.dropFirst()))
    case "diff-values": try diffValues(Array(arguments.dropFirst()))
    case "diff-oracle": try diffOracle(Array(arguments.dropFirst()))
    case "wire-oracle": try wireOracle(Array(arguments.dropFirst()))
    case "curl-oracle": try curlOracle(Array(arguments.dropFirst()))
    case "fuzz" where arguments.dropFirst().first == "transport": try await fuzzTransport(Array(arguments.dropFirst(2)))
    case "fuzz": try fuzz(Array(arguments.dropFirst()))
    case "costs": try costs(Array(arguments.dropFirst()))
    case "bench":
        try await bench(Array(arguments.dropFirst()))
    default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("callsite-dev: \(error)\n".utf8))
    exit(1)
}
