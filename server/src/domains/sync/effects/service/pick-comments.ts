// The unsent comments of an item that the next plan takes. The sync and everyone who computes effects in advance take the same
// ones, so that what was approved is what is sent.
import type { AgentWrites } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { effectivePolicy } from '#domains/approvals/index.ts'
import {
  countOpenComments,
  type LinkRow,
  listUnsentAuthors,
  listUnsentComments,
  type UnsentComment,
} from '#domains/sync/links/index.ts'
import { actorOf } from '#domains/sync/signals/index.ts'
import { actorText } from '#lib/actor.ts'
import { roomBesides } from '../comment-limits.ts'
import { listFlags, listIntegrations } from '../store.ts'
import { agentOf } from './find-gate.ts'

type Picking = {
  /** False: only those of agents. */
  includesPeople?: boolean
  /** The comments of this agent are part of the plan even if it may not write them: the plan is rejected then. */
  runAgent?: string | undefined
  gatesAgents?: boolean
}

/** What an agent said and may not write is left out: it would take the place of others forever. */
export async function pickComments(
  tx: Tx,
  link: LinkRow,
  { includesPeople = true, runAgent, gatesAgents = true }: Picking = {},
): Promise<UnsentComment[]> {
  const besides = actorText(actorOf(link.integration_id))
  const authors = await listUnsentAuthors(tx, link, besides)
  const agents = authors.filter((author) => agentOf(author) !== undefined)
  if (authors.length === 0 || (agents.length === 0 && !includesPeople)) return []
  const policies = await listPolicies(tx, link.integration_id, agents)
  const policyOf = (author: string) => (gatesAgents ? policies.get(author) : 'allow')
  const free = agents.filter((author) => policyOf(author) === 'allow')
  const gated = agents.filter(
    (author) =>
      policyOf(author) === 'approve' ||
      (policyOf(author) === 'forbid' && agentOf(author) === runAgent),
  )
  const room = roomBesides(await countOpenComments(tx, link.id))
  if (!includesPeople) room.people = { comments: 0, bytes: 0 }
  return listUnsentComments(tx, link, { besides, gated, free, room })
}

/** By author as it is stored. */
async function listPolicies(
  tx: Tx,
  integrationId: string,
  authors: readonly string[],
): Promise<ReadonlyMap<string, AgentWrites>> {
  if (authors.length === 0) return new Map()
  const names = authors.map((author) => agentOf(author) ?? '')
  const [integration] = await listIntegrations(tx, [integrationId])
  const flags = await listFlags(tx, names)
  const writes = integration?.agent_writes ?? 'forbid'
  return new Map(
    authors.map((author, index) => [
      author,
      effectivePolicy(flags.get(names[index] ?? ''), writes),
    ]),
  )
}
