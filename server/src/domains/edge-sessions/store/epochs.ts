// SQL of the installation's epoch: which server and timeline it belongs to, and what a connector asked for in it.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { codeOf, DatabaseUnavailable } from '#lib/database-failure.ts'

export type Epoch = { number: number; beganAt: Date }

/** Of a provider that does not let these be asked: only the restore of a dump is noticed there. */
const KEPT_BACK = new Set(['42501', '0A000', '42883'])
/** Of a standby: it cannot say which timeline will be written. */
const IN_RECOVERY = '55000'

const shortHistory = sql`'events'::regclass::oid::text`
/** The timeline of the control file is the old one until the first checkpoint after a failover. */
const fullHistory = sql`${shortHistory} || ' ' || (select system_identifier::text from pg_control_system()) || ' '
  || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`

/** Another one after every restore and failover. Not in the transaction that needs it: a failure would end that one. */
export async function readServerHistory(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<string> {
  try {
    const row = await read((tx) =>
      tx.row<{ history: string }>(sql`select ${fullHistory} as history`),
    )
    return row?.history ?? ''
  } catch (error) {
    const code = codeOf(error)
    // Taken for a provider that keeps it back, a standby would begin an epoch of its own.
    if (code === IN_RECOVERY) throw new DatabaseUnavailable('the server is in recovery')
    if (!KEPT_BACK.has(code)) throw error
    const row = await read((tx) =>
      tx.row<{ history: string }>(sql`select ${shortHistory} as history`),
    )
    return row?.history ?? ''
  }
}

/** In the transaction that is about to freeze a connector: whether its server is still the one that was read before. */
export async function isSameServer(tx: Tx, history: string): Promise<boolean> {
  // In the form that this server allowed: a refusal would end the transaction.
  const asked = history.includes(' ') ? fullHistory : shortHistory
  const row = await tx.row<{ history: string }>(sql`select ${asked} as history`)
  return row?.history === history
}

type EpochRow = { epoch: number; epoch_history: string | null; epoch_began_at: Date }

/** A new one when the server is not the one that the last belongs to. */
export async function enterEpoch(tx: Tx, history: string, now: Date): Promise<Epoch> {
  const known = await tx.row<EpochRow>(
    sql`select epoch, epoch_history, epoch_began_at from instance`,
  )
  if (known?.epoch_history === history) return toEpoch(known)
  // A transaction that waited for this row finds it changed and changes nothing.
  const changed = await tx.row<EpochRow>(sql`
    update instance set epoch = epoch + (epoch_history is not null)::int, epoch_history = ${history},
      epoch_began_at = case when epoch_history is null then epoch_began_at else ${now}::timestamptz end
    where epoch_history is distinct from ${history}
    returning epoch, epoch_history, epoch_began_at`)
  const row =
    changed ??
    (await tx.row<EpochRow>(sql`select epoch, epoch_history, epoch_began_at from instance`))
  if (!row) throw new Error('the instance row is missing')
  return toEpoch(row)
}

const toEpoch = ({ epoch: number, epoch_began_at: beganAt }: EpochRow): Epoch => ({
  number,
  beganAt,
})

export async function noteResync(
  tx: Tx,
  row: { id: string; epoch: number; hash: Buffer; now: Date },
): Promise<void> {
  await tx.rows(sql`
    update connectors set resync_epoch = ${row.epoch}, resync_hash = ${row.hash}, resync_asked_at = ${row.now}
    where ${tx.mine()} and id = ${row.id}`)
}
