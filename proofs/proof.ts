// What a proof is: a claim under faults or attack that anybody can run, at a small size or in full.

export type ProofOptions = {
  /** The size the claim is stated at; without it the size that fits every change. */
  full: boolean
  /** Switches the defence off: the proof must then fall short, or it proves nothing. */
  control: boolean
  /** Drives everything random; print it and pass it again to repeat a run. */
  seed: number
  log: (line: string) => void
}

export type Verdict = { pass: boolean; figures: string }

export type Proof = {
  claim: string
  /** False where there is no defence that could be switched off. */
  hasControl: boolean
  prove: (options: ProofOptions) => Promise<Verdict>
}
