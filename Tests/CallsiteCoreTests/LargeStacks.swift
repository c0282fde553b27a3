import CallsiteCore
import CallsiteImport
import CallsitePrinter
import DocumentCheck
import Fuzzing
import StageViews
import Waiting

// The functions that these tests call, with the stack that programs give to them.

func generate(_ sources: SourceSet, options: Options) -> Output {
    onLargeStack { CallsitePrinter.generate(sources, options: options) }
}

func importDescription(_ sources: SourceSet, options: Options) -> ImportedDescription {
    onLargeStack { CallsiteImport.importDescription(sources, options: options) }
}

func generationRecord(_ sources: SourceSet, options: Options) -> GenerationRecord? {
    onLargeStack { DocumentCheck.generationRecord(sources, options: options) }
}

func declaredNames(_ tree: DocumentTree) -> DeclaredNames? { onLargeStack { Fuzzing.declaredNames(tree) } }

func changedNames(from old: DeclaredNames, by addition: NameAddition) -> [String]? {
    onLargeStack { Fuzzing.changedNames(from: old, by: addition) }
}

func wireForm(_ sources: SourceSet) -> String { onLargeStack { StageViews.wireForm(sources) } }
