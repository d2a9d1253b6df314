// What a proof or a benchmark is: a claim anyone can check under faults or attack, at a small size or in full.
import type { Criterion } from './criteria.ts'

export type ProofOptions = {
  /** The size the claim is stated at; without it the size that fits every change. */
  full: boolean
  /** Switches the defense off: the program must then fall short, or it proves nothing. */
  control: boolean
  /** Drives everything random; print it and pass it again to repeat a run. */
  seed: number
  log: (line: string) => void
}

/** `figures` is what was measured; the verdict passes when every criterion is met. */
export type Verdict = { figures: string; criteria: readonly Criterion[] }

/** What a program needs that not every machine gives; where it is missing, `.ci/run` says so and skips the program. */
export type Requirement = 'containers' | 'network namespaces'

/** `change` runs in `.ci/run`; `release` only in `npm run release-check`, and says why that is enough. */
export type Tier =
  | { readonly tier: 'change' }
  | { readonly tier: 'release'; readonly tierReason: string }

/** What a program declares about itself. */
export type ProofFacts = Tier & {
  claim: string
  /** Longest run at CI size on two cores. A longer run fails `.ci/run`, so growth is noticed when it happens. */
  budgetSeconds: number
  /** How many of two cores it keeps busy, by default one; less for what mostly waits. */
  cores?: number
  /** True for what measures time: nothing else may run beside it. */
  exclusive?: boolean
  /** What only one program at a time can have, such as a port that is written down. */
  mutex?: string
  requires?: readonly Requirement[]
  /** Pins the seed on every change, so that a new find of a fuzzer does not reject an unrelated change. */
  changeSeed?: number
  /** True where a release needs the full size; everything else is released at CI size. */
  fullSizeForRelease?: boolean
  /** The page in docs/guarantees that states the figures of a full run, without `.md`. */
  report?: string
  /** Files and folders whose behavior it checks, beside those it imports: it starts the service as a process. */
  covers: readonly string[]
  /** False where there is no defense that could be switched off. */
  hasControl: boolean
}

export type Proof = ProofFacts & {
  prove: (options: ProofOptions) => Promise<Verdict>
}
