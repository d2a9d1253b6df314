// Why a person has to approve effects: by the policy of an integration, by the flags of an agent, or both.
import type { Agent, Effect, Integration } from '@task-service/contract'

export type AgentFlags = Pick<Agent, 'reads_external' | 'reads_beyond_claim' | 'writes_outward'>

export type Reason =
  | { kind: 'policy'; integration: string }
  /** It has all three flags. */
  | { kind: 'flags'; agent: string }
  | { kind: 'deleted'; agent: string }
  /** What required it has changed since. */
  | { kind: 'earlier' }

/** Each once. `flags` lacks agents that are not loaded, and has null for those that were deleted. */
export function whyApproval(
  effects: readonly Effect[],
  integrations: readonly Pick<Integration, 'id' | 'name' | 'agent_writes'>[],
  flags: ReadonlyMap<string, AgentFlags | null>,
): Reason[] {
  const agents = [...new Set(effects.map(({ agent }) => agent))]
  const ids = new Set(effects.map(({ integration_id: id }) => id))
  const reasons = [
    ...agents.flatMap((agent): Reason[] => {
      const known = flags.get(agent)
      if (known === null) return [{ kind: 'deleted', agent }]
      const hasAll = known?.reads_external && known.reads_beyond_claim && known.writes_outward
      return hasAll ? [{ kind: 'flags', agent }] : []
    }),
    ...integrations
      .filter(({ id, agent_writes: writes }) => ids.has(id) && writes === 'approve')
      .map(({ name }): Reason => ({ kind: 'policy', integration: name })),
  ]
  return reasons.length > 0 ? reasons : [{ kind: 'earlier' }]
}
