// The effects of a task on all items that it is linked with, inside any transaction and without a session with a vendor.
import type { Effect, Task } from '@task-service/contract'
import type { PluginHost } from '#agent/host.ts'
import type { WorkContext } from '#db/context.ts'
import { type AgentFlags, effectivePolicy, sortEffects } from '#domains/approvals/index.ts'
import { type LinkRow, listLinksOfTask, listOpenConflicts } from '#domains/sync/links/index.ts'
import { wantedValues } from '#domains/sync/merge/index.ts'
import { dictionaryOf } from '#domains/sync/work/index.ts'
import { taskUuid } from '#domains/tasks/index.ts'
import {
  type Cause,
  commentEffect,
  createEffect,
  fieldsFromShadow,
  type Source,
  updateEffect,
} from '../effect.ts'
import { type EffectIntegration, listFlags, listIntegrations } from '../store.ts'
import { agentOf } from './find-gate.ts'
import { pickComments } from './pick-comments.ts'

export type EffectParts = {
  host: Pick<PluginHost, 'findManifest'>
  /** False only for the control of a proof: runs are then completed without any approval. */
  gatesAgents?: boolean
}

export type Plan = {
  /** As it will be. */
  task: Task
  /** Gives the task its status; without one only comments and created tasks are effects. */
  run: { id: string; agent: string } | undefined
  /** Only these links; all without. */
  linkIds?: readonly string[]
  /** Also what agents may write without an approval. */
  includesAllowed?: boolean
}

/** The task is locked by this transaction. In one order. */
export async function planEffects(
  ctx: Pick<WorkContext, 'tx'>,
  parts: EffectParts,
  plan: Plan,
): Promise<Effect[]> {
  const links = (await listLinksOfTask(ctx.tx, taskUuid(plan.task.id)))
    .filter(({ state }) => state === 'active' || state === 'planned')
    .filter(({ id }) => plan.linkIds?.includes(id) ?? true)
  if (links.length === 0) return []
  const ids = links.map(({ integration_id: id }) => id)
  const integrations = await listIntegrations(ctx.tx, ids)
  const byId = new Map(integrations.map((integration) => [integration.id, integration]))
  const effects: Effect[] = []
  for (const link of links) {
    const integration = byId.get(link.integration_id)
    if (integration) effects.push(...(await planLinkEffects(ctx, parts, plan, integration, link)))
  }
  return sortEffects(effects.filter(({ policy }) => plan.includesAllowed || policy !== 'allow'))
}

/** `link` as it is about to be stored. */
export async function planLinkEffects(
  { tx }: Pick<WorkContext, 'tx'>,
  { host }: EffectParts,
  plan: Plan,
  integration: EffectIntegration,
  link: LinkRow,
): Promise<Effect[]> {
  const manifest = host.findManifest(integration.provider)
  // Nothing is sent without it either; the sync decides again when it is back.
  if (!manifest) return []
  const dictionary = dictionaryOf(integration, manifest)
  const { comments: direction } = dictionary.mapping
  // Comments follow when the item exists, and are computed for it then.
  const goesOut = link.state !== 'planned' && (direction === 'both' || direction === 'out')
  const { run, task } = plan
  const options = { includesPeople: false, runAgent: run?.agent }
  const said = (goesOut ? await pickComments(tx, link, options) : []).flatMap((comment) => {
    const agent = agentOf(comment.author)
    return agent === undefined ? [] : [{ ...comment, agent }]
  })
  const creator = task.created_by.kind === 'agent' ? [task.created_by.id] : []
  const names = [...said.map(({ agent }) => agent), ...creator, ...(run ? [run.agent] : [])]
  const flags = await listFlags(tx, names)
  const source: Source = { integration, dictionary, isEdge: !!manifest.capabilities.edge, link }
  const causeOf = (agent: string, runId: string | null): Cause => ({
    runId,
    agent,
    policy: policyFor(flags, integration, agent),
  })
  const main = run ? causeOf(run.agent, run.id) : creator.map((name) => causeOf(name, null))[0]
  return [
    ...(main ? await mainEffects(tx, source, main, plan) : []),
    ...said.map((comment) => commentEffect(source, causeOf(comment.agent, null), comment)),
  ]
}

const policyFor = (
  flags: ReadonlyMap<string, AgentFlags>,
  { agent_writes: writes }: EffectIntegration,
  agent: string,
) => effectivePolicy(flags.get(agent), writes)

async function mainEffects(
  tx: WorkContext['tx'],
  source: Source,
  cause: Cause,
  { task, run }: Plan,
): Promise<Effect[]> {
  const { link, dictionary } = source
  if (link.state === 'planned') return [createEffect(source, cause, wantedValues(dictionary, task))]
  if (!run) return []
  const conflicts = await listOpenConflicts(tx, link.id)
  const open = new Set(conflicts.map(({ field }) => field))
  const fields = fieldsFromShadow(dictionary, link.shadow, task, open)
  return Object.keys(fields).length === 0 ? [] : [updateEffect(source, cause, task, fields)]
}
