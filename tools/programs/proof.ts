// The interface of proofs and benchmarks: a claim that is verified under faults or attack, at CI size or full size.
import type { Criterion } from './criteria.ts'

export type ProofOptions = {
  /** The size of the claim; otherwise CI size. */
  full: boolean
  /** Negative control: disables the defense, and the program must then fall short. */
  control: boolean
  /** Drives everything random; print it and pass it again to repeat a run. */
  seed: number
  log: (line: string) => void
}

/** `figures` is what was measured; the verdict passes when every criterion is met. */
export type Verdict = { figures: string; criteria: readonly Criterion[] }

/** Optional features of the machine; `.ci/run` skips programs whose requirements are missing, and reports it. */
export type Requirement = 'containers' | 'network namespaces'

/** `change` runs in `.ci/run`; `release` only in `npm run release-check`, with the reason. */
export type Tier =
  | { readonly tier: 'change' }
  | { readonly tier: 'release'; readonly tierReason: string }

/** The declaration of a program. */
export type ProofFacts = Tier & {
  claim: string
  /** Maximum duration at CI size on two cores. A longer run fails `.ci/run`. */
  budgetSeconds: number
  /** How many of two cores it uses, by default one; less for programs that mostly wait. */
  cores?: number
  /** True for time measurements: nothing else may run at the same time. */
  exclusive?: boolean
  /** A resource that only one program at a time can use, such as a fixed port. */
  mutex?: string
  requires?: readonly Requirement[]
  /** Fixes the seed in `.ci/run`, so that a new finding of a fuzzer does not fail an unrelated change. */
  changeSeed?: number
  /** True where a release needs the full size; everything else is released at CI size. */
  fullSizeForRelease?: boolean
  /** The page in docs/guarantees that states the figures of a full run, without `.md`. */
  report?: string
  /** Files and folders that it verifies, in addition to those it imports: it starts the service as a process. */
  covers: readonly string[]
  /** False if there is no defense to disable. */
  hasControl: boolean
}

export type Proof = ProofFacts & {
  prove: (options: ProofOptions) => Promise<Verdict>
}
