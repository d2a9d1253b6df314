// Whether what an agent does may be written to an external system: the stricter of what its owner and the integration say.
import type { AgentWrites } from '@task-service/contract'

export type AgentFlags = {
  reads_external: boolean
  reads_beyond_claim: boolean
  writes_outward: boolean
}

/**
 * Text from outside can instruct an agent that reads it. One that also reads other data and writes outward could pass that data
 * on, so a person has to look at it (the Rule of Two). Nothing is known about an agent that was deleted (undefined).
 */
export function effectivePolicy(agent: AgentFlags | undefined, policy: AgentWrites): AgentWrites {
  if (agent && !agent.writes_outward) return 'forbid'
  if (policy === 'forbid') return 'forbid'
  const needsPerson = !agent || (agent.reads_external && agent.reads_beyond_claim)
  return needsPerson ? 'approve' : policy
}
