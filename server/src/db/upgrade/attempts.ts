// Attempts of a migration: gives way to transactions that hold a lock, retries for a limited time, and names them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { codeOf, LOCK_NOT_AVAILABLE } from '#lib/database-failure.ts'
import { type Watch, watchBackend } from './backend-watch.ts'
import { SchemaRefused } from './schema-refused.ts'

export type Attempts = {
  client: Client
  databaseUrl: string
  rolePrefix: string
  /** For each migration: how long to try to get its locks. */
  lockWaitMs: number
  log: (message: string) => void
}

export const LOCK_WAIT_MS = 300_000

/** A statement that waits for a lock blocks all requests behind it, so this is the longest stall of a request. */
const LOCK_TIMEOUT_MS = 500
const DEADLOCK = '40P01'

/** Longer pauses leave more of the time to requests; a reader that ends is noticed after the longest one. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
const PAUSE_GROWTH = 1.6
const REPORT_EVERY_MS = 10_000

export async function inTransaction(client: Client, work: () => Promise<unknown>): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await work()
    await client.query('commit')
  } catch (error) {
    // On a broken connection there is nothing to roll back, and the first error is the useful one.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

function isLocked(error: unknown): boolean {
  return [LOCK_NOT_AVAILABLE, DEADLOCK].includes(codeOf(error))
}

/**
 * Tries again by time and not by count: a report or a dump holds its locks for as long as it runs, however often someone
 * asks. `isLong` is work that waits for locks without stalling requests, so a single attempt may take minutes.
 */
export async function giveWay(
  attempts: Attempts,
  name: string,
  work: () => Promise<unknown>,
  { isLong = false } = {},
): Promise<void> {
  const deadline = performance.now() + attempts.lockWaitMs
  if (!isLong && (await didGetLocks(work))) return
  const watch = await watchBackend(attempts.databaseUrl, await readPid(attempts.client))
  const report = () => {
    const seen = watch?.last()
    if (seen === undefined) return
    const left = Math.max(0, Math.round((deadline - performance.now()) / 1_000))
    attempts.log(`${name} ${seen.text}${seen.isWaiting ? `; giving up in ${left} s` : ''}`)
  }
  const timer = setInterval(report, REPORT_EVERY_MS)
  try {
    let pauseMs = FIRST_PAUSE_MS
    for (let attempt = 1; ; attempt++) {
      if (await didGetLocks(work)) return
      if (attempt === 1) report()
      const leftMs = deadline - performance.now()
      if (leftMs <= 0) throw explainBlocked(name, attempts.lockWaitMs, watch)
      await sleep(Math.min(leftMs, pauseMs * (0.5 + Math.random() / 2)))
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * PAUSE_GROWTH)
    }
  } finally {
    clearInterval(timer)
    await watch?.stop()
  }
}

async function didGetLocks(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!isLocked(error)) throw error
    return false
  }
}

function explainBlocked(name: string, lockWaitMs: number, watch: Watch | undefined): SchemaRefused {
  const seconds = Math.round(lockWaitMs / 1_000)
  return new SchemaRefused(
    `Migration ${name} did not get its locks within ${seconds} s and was not applied: it ${watch?.last()?.text ?? 'waits for a lock'}. Let that transaction finish or end it (select pg_terminate_backend(<process>)), then run: task-service migrate. To wait longer, raise SERVICE_ACP_DB_MIGRATION_TIMEOUT.`,
  )
}

async function readPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
