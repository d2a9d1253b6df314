// Finding agents by name, for those who read them and for those who are about to change one.
import type { Agent } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { agentNotFound, versionMismatch } from '../errors.ts'
import { type AgentRow, findAgent, listAgents } from '../store/agents.ts'
import { showAgent, showAgents } from './show-agent.ts'

export type Expected = { version?: number }

export async function getRow(
  ctx: Pick<WorkContext, 'tx'>,
  name: string,
  options: { lock?: boolean } = {},
): Promise<AgentRow> {
  const row = await findAgent(ctx.tx, name, options)
  if (!row) throw agentNotFound()
  return row
}

export async function lockVersion(
  ctx: Context,
  name: string,
  { version }: Expected,
): Promise<AgentRow> {
  const row = await getRow(ctx, name, { lock: true })
  if (version !== undefined && version !== row.version) throw versionMismatch(row.version)
  return row
}

export async function getAgent(ctx: Context, name: string): Promise<Agent> {
  return showAgent(ctx, await getRow(ctx, name))
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Agent[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'agents' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const found = await listAgents(ctx.tx, after, page.limit + 1)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return {
    data: await showAgents(ctx, rows),
    next_cursor: found.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}
