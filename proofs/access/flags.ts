// The three flags of an agent in every combination.
import type { Agent } from '@task-service/contract'

export type FlagSet = Pick<Agent, 'reads_external' | 'reads_beyond_claim' | 'writes_outward'>

const BOTH = [false, true]

export const FLAG_SETS: readonly FlagSet[] = BOTH.flatMap((reads_external) =>
  BOTH.flatMap((reads_beyond_claim) =>
    BOTH.map((writes_outward) => ({ reads_external, reads_beyond_claim, writes_outward })),
  ),
)

/** Also the name of the agent with these flags. */
export const nameOf = ({ reads_external, reads_beyond_claim, writes_outward }: FlagSet): string =>
  `agent-${reads_external ? 'external' : 'x'}-${reads_beyond_claim ? 'beyond' : 'x'}-${writes_outward ? 'outward' : 'x'}`
