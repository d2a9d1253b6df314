// SQL of keys, sessions and sequences. What is compared here is compared in the statement that changes it: two that come
// together are never both right.
import type { ConnectorFacts, EdgeLane } from '@task-service/contract'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

type Redemption = {
  tokenHash: Buffer
  publicKey: Buffer
  keyExpiresAt: Date
  ratchetHash: Buffer
  facts: ConnectorFacts
  now: Date
}

/** Undefined when the token was never made, was used, or is too old. */
export function redeemToken(
  tx: Tx,
  row: Redemption,
): Promise<{ id: string; name: string } | undefined> {
  return tx.row(sql`
    update connectors set public_key = ${row.publicKey}, key_made_at = ${row.now}, key_expires_at = ${row.keyExpiresAt},
      rotate_asked_at = null, enrolment_hash = null, enrolment_expires_at = null, enrolled_at = ${row.now},
      ratchet_hash = ${row.ratchetHash}, previous_ratchet_hash = null, session_id = null, session_expires_at = null,
      poll_sequence = 0, send_sequence = 0, revoked_at = null, frozen_at = null, frozen_reason = null,
      epoch = (select i.epoch from instance i), resync_epoch = null, resync_hash = null, resync_asked_at = null,
      facts = ${JSON.stringify(row.facts)}, last_seen_at = ${row.now}
    where ${tx.mine()} and enrolment_hash = ${row.tokenHash} and enrolment_expires_at > ${row.now}
    returning id, name`)
}

export type KeyRow = {
  id: string
  name: string
  public_key: Buffer | null
  key_expires_at: Date | null
  ratchet_hash: Buffer | null
  previous_ratchet_hash: Buffer | null
  challenged_at: Date | null
  session_id: string | null
  session_expires_at: Date | null
  poll_sequence: number
  send_sequence: number
  revoked_at: Date | null
  frozen_at: Date | null
  ratchet_position: number
  epoch: number
  resync_epoch: number | null
  resync_hash: Buffer | null
  resync_asked_at: Date | null
}

const keyColumns = sql`id, name, public_key, key_expires_at, ratchet_hash, previous_ratchet_hash, challenged_at,
  session_id, session_expires_at, poll_sequence, send_sequence, revoked_at, frozen_at, ratchet_position,
  epoch, resync_epoch, resync_hash, resync_asked_at`

export function findKey(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<KeyRow | undefined> {
  return tx.row<KeyRow>(sql`
    select ${keyColumns} from connectors where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function findKeyOfSession(tx: Tx, sessionId: string): Promise<KeyRow | undefined> {
  return tx.row<KeyRow>(
    sql`select ${keyColumns} from connectors where ${tx.mine()} and session_id = ${sessionId}`,
  )
}

type Opening = {
  id: string
  sessionId: string
  expiresAt: Date
  challengedAt: Date
  shownHash: Buffer
  ratchetHash: Buffer
  facts: ConnectorFacts
  position: number
  epoch: number
  isResync: boolean
  now: Date
}

/** A session closes the epoch for the connector: what is stored is what it has. */
export async function startSession(tx: Tx, row: Opening): Promise<void> {
  await tx.rows(sql`
    update connectors set session_id = ${row.sessionId}, session_expires_at = ${row.expiresAt}, poll_sequence = 0,
      send_sequence = 0, challenged_at = ${row.challengedAt}, previous_ratchet_hash = ${row.shownHash},
      ratchet_hash = ${row.ratchetHash}, ratchet_position = ${row.position}, epoch = ${row.epoch}, resync_epoch = null,
      resync_hash = null, resync_asked_at = null, facts = ${JSON.stringify(row.facts)}, last_seen_at = ${row.now}
      ${row.isResync ? sql`, resynced_at = ${row.now}, frozen_at = null, frozen_reason = null` : empty}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function freezeKey(
  tx: Tx,
  { id, reason, epoch, now }: { id: string; reason: string; epoch: number; now: Date },
): Promise<void> {
  await tx.rows(sql`
    update connectors set frozen_at = ${now}, frozen_reason = ${reason}, session_id = null, session_expires_at = null,
      epoch = ${epoch}
    where ${tx.mine()} and id = ${id}`)
}

const sequences: Record<EdgeLane, ReturnType<typeof sql>> = {
  poll: sql`poll_sequence`,
  send: sql`send_sequence`,
}

type Step = { sessionId: string; publicKey: Buffer; lane: EdgeLane; sequence: number; now: Date }

/** False for a frame that was there before, and for all of a session that is over. */
export async function advanceSequence(tx: Tx, step: Step): Promise<boolean> {
  const column = sequences[step.lane]
  const row = await tx.row(sql`
    update connectors set ${column} = ${step.sequence}, last_seen_at = ${step.now}
    where ${tx.mine()} and session_id = ${step.sessionId} and session_expires_at > ${step.now}
      and public_key = ${step.publicKey} and key_expires_at > ${step.now} and ${column} < ${step.sequence}
      and revoked_at is null and frozen_at is null
    returning id`)
  return row !== undefined
}

export async function replaceKey(
  tx: Tx,
  row: { id: string; sessionId: string; publicKey: Buffer; expiresAt: Date; now: Date },
): Promise<boolean> {
  const done = await tx.row(sql`
    update connectors set public_key = ${row.publicKey}, key_made_at = ${row.now}, key_expires_at = ${row.expiresAt},
      rotate_asked_at = null
    where ${tx.mine()} and id = ${row.id} and session_id = ${row.sessionId} and revoked_at is null and frozen_at is null
    returning id`)
  return done !== undefined
}
