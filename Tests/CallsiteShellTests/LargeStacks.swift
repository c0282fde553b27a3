import CallsiteCore
import CallsiteDiff
import Waiting

// The functions that these tests call, with the stack that programs give to them.

func readContract(_ sources: SourceSet, options: Options) -> ContractReading {
    onLargeStack { CallsiteDiff.readContract(sources, options: options) }
}

func compare(_ old: ContractReading, _ new: ContractReading, isServerOld: Bool = false) -> Comparison {
    onLargeStack { CallsiteDiff.compare(old, new, isServerOld: isServerOld) }
}
