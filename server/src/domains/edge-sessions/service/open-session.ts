// Sessions: opened by a signature over a challenge and by what the session before gave. A key that is used in two places
// shows here, because only one of them can have that.
import {
  type AskChallenge,
  type Challenge,
  type OpenSession,
  type Session,
  sessionText,
} from '@task-service/contract'
import {
  digestEdgeSecret,
  makeChallenge,
  makePositionedRatchet,
  readChallenge,
  readPosition,
  verifyEdgeSignature,
} from '#crypto/edge-key.ts'
import { sameDigest } from '#crypto/key-digest.ts'
import type { WorkContext } from '#db/context.ts'
import { connectorEvent, recordConnectorAct } from '#domains/connectors/index.ts'
import { type EdgeSteps, edgeRefused, endLeases } from '#domains/edge/index.ts'
import { emitEvents } from '#events/emit.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { resyncPending } from '../errors.ts'
import { isContested, judgeResync, mayStillAsk } from '../resync.ts'
import {
  type Epoch,
  enterEpoch,
  isSameServer,
  noteResync,
  readServerHistory,
} from '../store/epochs.ts'
import { findKey, freezeKey, type KeyRow, startSession } from '../store/sessions.ts'

const CHALLENGE_MS = 60_000
const SESSION_MS = 3_600_000

export type EdgeSecrets = { pepper: Buffer }

/** For one that is not there too: whether it exists is not revealed. */
export function giveChallenge(
  { tenantId }: Pick<EdgeSteps, 'tenantId'>,
  { pepper }: EdgeSecrets,
  { connector }: AskChallenge,
): Challenge {
  const now = new Date()
  const connectorId = decodeId('connector', connector) ?? ''
  return {
    challenge: makeChallenge({ pepper, tenantId, connectorId }, now),
    server_time: now.toISOString(),
  }
}

export async function openSession(
  steps: EdgeSteps,
  { pepper }: EdgeSecrets,
  input: OpenSession,
): Promise<Session> {
  const id = decodeId('connector', input.connector) ?? ''
  const owner = { pepper, tenantId: steps.tenantId, connectorId: id }
  const challengedAt = readChallenge(owner, input.challenge)
  if (!challengedAt) throw edgeRefused('session: the challenge was not made for it')
  const known = await steps.read((ctx) => findKey(ctx.tx, id))
  // Before anything is locked: an unauthenticated request must not make others wait.
  if (!known || !isSigned(known, input)) throw edgeRefused('session: not signed by its key')
  const history = await readServerHistory((work) => steps.read((ctx) => work(ctx.tx)))
  const opened = await steps.write(async (ctx) => {
    const row = await findKey(ctx.tx, id, { lock: true })
    if (!row || !isSigned(row, input)) return 'session: not signed by its key'
    const epoch = await enterEpoch(ctx.tx, history, ctx.now)
    const fault = findFault(row, epoch, challengedAt, ctx.now)
    if (fault) return fault
    return admit(ctx, { row, epoch, history, owner, input, challengedAt })
  })
  if (opened === 'later') throw resyncPending()
  if (typeof opened === 'string') throw edgeRefused(opened)
  return opened
}

type Visit = {
  row: KeyRow
  epoch: Epoch
  /** Of the server, as it was read before the transaction. */
  history: string
  owner: { pepper: Buffer; tenantId: string; connectorId: string }
  input: OpenSession
  challengedAt: Date
}

/** By the ratchet: the one that is stored, one that is ahead of a restored database, or the wrong one. */
async function admit(ctx: WorkContext, visit: Visit): Promise<Session | string> {
  const { row, epoch, owner, input } = visit
  const hash = digestEdgeSecret(input.ratchet)
  if (knowsRatchet(row, hash)) {
    // Frozen, or another program is ahead: the stored ratchet proves nothing then.
    if (row.frozen_at) return 'session: frozen'
    return isContested(row, epoch) ? freeze(ctx, visit) : start(ctx, visit)
  }
  const position = readPosition(owner, input.ratchet)
  switch (judgeResync(row, epoch, { hash, position }, ctx.now)) {
    case 'copy':
      return row.frozen_at ? 'session: frozen' : freeze(ctx, visit)
    case 'ask':
      await noteResync(ctx.tx, { id: row.id, epoch: epoch.number, hash, now: ctx.now })
      return 'later'
    case 'wait':
      return 'later'
    case 'resync':
      return resync(ctx, visit, position ?? 0)
  }
}

const RESYNC_REASON =
  'The connector re-synced after the database was restored. If it was offline at that time, a copy of its key is in use.'

/** A restore brings back replaced keys too, so a copy of one may re-sync while the original is offline: it is announced. */
async function resync(ctx: WorkContext, visit: Visit, position: number): Promise<Session> {
  const { row, epoch } = visit
  const asActor = { ...ctx, actor: actorOf(row) }
  await emitEvents(asActor, [connectorEvent('connector.resynced', row, RESYNC_REASON)])
  await recordConnectorAct(asActor, row.id, 'resynced', [
    { field: 'epoch', from: row.epoch, to: epoch.number },
    { field: 'ratchet_position', from: row.ratchet_position, to: position },
  ])
  return start(ctx, visit, position)
}

function isSigned(row: KeyRow, input: OpenSession): boolean {
  const text = sessionText(input.connector, input.challenge, input.ratchet)
  return row.public_key !== null && verifyEdgeSignature(row.public_key, text, input.signature)
}

function findFault(row: KeyRow, epoch: Epoch, challengedAt: Date, now: Date): string | undefined {
  if (row.revoked_at) return 'session: revoked'
  if (row.frozen_at && !mayStillAsk(row, epoch)) return 'session: frozen'
  if (!row.key_expires_at || row.key_expires_at <= now) return 'session: its key is too old'
  const ageMs = Math.abs(now.getTime() - challengedAt.getTime())
  if (ageMs > CHALLENGE_MS) return 'session: the challenge is too old'
  if (row.challenged_at && challengedAt <= row.challenged_at) {
    return 'session: the challenge was used, or a younger one was'
  }
  return undefined
}

/** What it showed the last time is right as long as nothing was heard in the session that this opened: its answer was lost. */
function knowsRatchet(row: KeyRow, shown: Buffer): boolean {
  const { ratchet_hash: next, previous_ratchet_hash: last } = row
  if (next && sameDigest(shown, next)) return true
  const isUnused = row.session_id !== null && row.poll_sequence === 0 && row.send_sequence === 0
  return isUnused && last !== null && sameDigest(shown, last)
}

const REASON = 'The key was used in two places. Find the copy, then re-enroll the connector.'

async function freeze(ctx: WorkContext, { row, epoch, history }: Visit): Promise<string> {
  // A failover since then: the epoch is the one of before, in which a healthy connector looks like a copy.
  if (!(await isSameServer(ctx.tx, history))) return 'later'
  const asActor = { ...ctx, actor: actorOf(row) }
  await freezeKey(ctx.tx, { id: row.id, reason: REASON, epoch: epoch.number, now: ctx.now })
  await emitEvents(asActor, [connectorEvent('connector.frozen', row, REASON)])
  await recordConnectorAct(asActor, row.id, 'frozen')
  return 'session: signed by its key, but not with what the last session gave; frozen'
}

function actorOf(row: KeyRow): { kind: 'system'; id: string } {
  return { kind: 'system', id: encodeId('connector', row.id) }
}

/** `ahead`: the position of the ratchet that was shown, where that was ahead of the stored one. */
async function start(ctx: WorkContext, visit: Visit, ahead?: number): Promise<Session> {
  const { row, epoch, owner, input, challengedAt } = visit
  const sessionId = uuidv7(ctx.now.getTime())
  const position = Math.max(row.ratchet_position, ahead ?? 0) + 1
  const ratchet = makePositionedRatchet(owner, position)
  const expiresAt = new Date(ctx.now.getTime() + SESSION_MS)
  await startSession(ctx.tx, {
    id: row.id,
    sessionId,
    expiresAt,
    challengedAt,
    shownHash: digestEdgeSecret(input.ratchet),
    ratchetHash: digestEdgeSecret(ratchet),
    facts: input.facts,
    position,
    epoch: epoch.number,
    isResync: ahead !== undefined,
    now: ctx.now,
  })
  await endLeases(ctx.tx, row.id)
  return {
    session: encodeId('session', sessionId),
    expires_at: expiresAt.toISOString(),
    ratchet,
    key_expires_at: (row.key_expires_at ?? expiresAt).toISOString(),
    server_time: ctx.now.toISOString(),
  }
}
