// Adds a connector with its enrollment token. The token is returned once and stored as a hash.
import type { Connector, ConnectorCreate } from '@task-service/contract'
import { digestEdgeSecret, makeEnrollmentToken } from '#crypto/edge-key.ts'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { connectorLimitReached, connectorNameTaken } from '../errors.ts'
import {
  countConnectors,
  findIdByName,
  insertConnector,
  lockCount,
  saveToken,
} from '../store/connectors.ts'
import { getRow } from './get-connector.ts'
import { recordAct } from './record-act.ts'
import { showConnector } from './show-connector.ts'

export type ConnectorAndToken = { connector: Connector; token: Secret }

export type ConnectorLimits = {
  /** Of one tenant; null is no limit. */
  maxConnectors: number | null
}

export const TOKEN_MS = 15 * 60_000

function makeToken(now: Date): { token: Secret; hash: Buffer; expiresAt: Date } {
  const token = makeEnrollmentToken()
  return {
    token: Secret.from(token),
    hash: digestEdgeSecret(token),
    expiresAt: new Date(now.getTime() + TOKEN_MS),
  }
}

export async function createConnector(
  ctx: Context,
  { name }: ConnectorCreate,
  { maxConnectors }: ConnectorLimits,
): Promise<ConnectorAndToken> {
  if (maxConnectors !== null) await refuseTooMany(ctx, maxConnectors)
  const id = uuidv7(ctx.now.getTime())
  const { token, hash, expiresAt } = makeToken(ctx.now)
  const row = await insertConnector(ctx.tx, {
    id,
    name,
    enrolment_hash: hash,
    enrolment_expires_at: expiresAt,
    created_by: actorText(ctx.actor),
    created_at: timeOfUuid(id),
  })
  if (!row) throw connectorNameTaken(name, (await findIdByName(ctx.tx, name)) ?? id)
  await recordAct(ctx, id, 'created')
  return { connector: await showConnector(ctx, row), token }
}

async function refuseTooMany({ tx }: Context, most: number): Promise<void> {
  await lockCount(tx)
  if ((await countConnectors(tx, most)) >= most) throw connectorLimitReached(most)
}

/** Replaces an unused token; the key keeps working until the new token is used. */
export async function renewEnrollmentToken(
  ctx: Context,
  connectorId: string,
): Promise<ConnectorAndToken> {
  const row = await getRow(ctx, connectorId, { lock: true })
  const { token, hash, expiresAt } = makeToken(ctx.now)
  await saveToken(ctx.tx, row.id, { hash, expiresAt })
  await recordAct(ctx, row.id, 'token_made')
  return { connector: await showConnector(ctx, { ...row, enrolment_expires_at: expiresAt }), token }
}
