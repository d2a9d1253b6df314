// Tokens of an agent. The token itself is returned once, when it is created, and stored as a keyed hash.
import {
  AGENT_TOKEN_DAYS,
  AGENT_TOKENS_MAX,
  type AgentToken,
  type AgentTokenCreate,
} from '@task-service/contract'
import { generateAgentToken } from '#crypto/agent-token.ts'
import { digestAgentToken } from '#crypto/key-digest.ts'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { actorText, parseActor } from '#lib/actor.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { agentTokenLimitReached, agentTokenNotFound } from '../errors.ts'
import {
  deleteOldTokens,
  insertToken,
  listValidTokens,
  revokeToken,
  type TokenRow,
} from '../store/tokens.ts'
import { getRow } from './get-agent.ts'

const DAY_MS = 86_400_000
const HINT_LENGTH = 4
/** Invalid tokens are kept so long. */
const OLD_DAYS = 90

export type TokenAndSecret = { token: AgentToken; secret: Secret }

function toToken(row: TokenRow): AgentToken {
  return {
    id: encodeId('agent_token', row.id),
    hint: row.hint,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

export async function listTokens(ctx: Context, name: string): Promise<AgentToken[]> {
  const { id } = await getRow(ctx, name)
  return (await listValidTokens(ctx.tx, id)).map(toToken)
}

export async function createToken(
  ctx: Context,
  name: string,
  input: AgentTokenCreate,
  pepper: Buffer,
): Promise<TokenAndSecret> {
  // Locked: two requests could both find one free place.
  const agent = await getRow(ctx, name, { lock: true })
  await deleteOldTokens(ctx.tx, agent.id, OLD_DAYS)
  const valid = await listValidTokens(ctx.tx, agent.id)
  if (valid.length >= AGENT_TOKENS_MAX) throw agentTokenLimitReached()
  const secret = generateAgentToken()
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const days = input.expires_in_days ?? AGENT_TOKEN_DAYS
  const row: TokenRow = {
    id,
    hint: secret.slice(-HINT_LENGTH),
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    expires_at: new Date(createdAt.getTime() + days * DAY_MS),
    last_used_at: null,
  }
  await insertToken(ctx.tx, agent.id, { ...row, digest: digestAgentToken(pepper, secret) })
  const token = toToken(row)
  await recordToken(ctx, 'agent.token_created', agent.id, { from: null, to: token.id })
  return { token, secret: Secret.from(secret) }
}

export async function revokeAgentToken(ctx: Context, name: string, tokenId: string): Promise<void> {
  const agent = await getRow(ctx, name)
  const id = decodeId('agent_token', tokenId)
  if (!id || !(await revokeToken(ctx.tx, agent.id, id))) throw agentTokenNotFound()
  await recordToken(ctx, 'agent.token_revoked', agent.id, { from: tokenId, to: null })
}

async function recordToken(
  ctx: Context,
  action: 'agent.token_created' | 'agent.token_revoked',
  subjectId: string,
  change: { from: string | null; to: string | null },
): Promise<void> {
  await recordAudit(ctx, [{ action, subjectId, changes: [{ field: 'token', ...change }] }])
}
