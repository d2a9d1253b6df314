// Whether what agents do may be written to an external system.
import type { Static } from 'typebox'
import { Choice } from '../schema.ts'

/** From the least to the most strict. */
export const AGENT_WRITES = ['allow', 'approve', 'forbid'] as const

export const AgentWrites = Choice(AGENT_WRITES, {
  description:
    'What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval.',
})
export type AgentWrites = Static<typeof AgentWrites>
