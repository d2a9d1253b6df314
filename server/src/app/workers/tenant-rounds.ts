// Rounds of a worker over the tenants with something due: each gets a turn, so that one backlog does not delay the others.
import { setTimeout as sleep } from 'node:timers/promises'
import { createHeartbeat } from '#lib/heartbeat.ts'
import type { Logger } from '#observe/log.ts'

export type TenantRounds = {
  /** In log messages, such as `queue maintenance`. */
  name: string
  log: Pick<Logger, 'warn'>
  intervalMs: number
  /** Tenants with something due, without those that were found before. */
  find: (except: readonly string[]) => Promise<string[]>
  /** One turn of a tenant; true if it has more to do. */
  tend: (tenantId: string) => Promise<boolean>
}

/** Tenants at the same time: each needs a connection. */
const PARALLEL = 2
/** A backlog takes only part of the time: deliveries and syncs run in this process, too. */
const FURTHER_TURNS_MS = 1_000
/** Looks of one round; each leaves out the tenants of the ones before. */
const LOOKS = 5

export function startTenantRounds({ name, log, intervalMs, find, tend }: TenantRounds) {
  const stopping = new AbortController()
  const heartbeat = createHeartbeat()

  async function look(): Promise<void> {
    const seen = new Set<string>()
    for (let looks = 0; looks < LOOKS && !stopping.signal.aborted; looks++) {
      const found = await find([...seen])
      if (found.length === 0) return
      for (const id of found) seen.add(id)
      await takeTurns(found, async (id) => {
        heartbeat.beat()
        if (stopping.signal.aborted) return false
        return tend(id).catch((error: unknown) => {
          log.warn({ err: error, tenant_id: id }, `${name} failed; it is retried`)
          return false
        })
      })
    }
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      heartbeat.beat()
      await look().catch((error: unknown) =>
        log.warn({ err: error }, `${name} failed to find what is due; it is retried`),
      )
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    isAlive: heartbeat.isAlive,
    async stop() {
      stopping.abort()
      await rounds
    },
  }
}

/** Every tenant gets a turn. Those with more to do get further turns in rotation, until the time is up. */
async function takeTurns(
  ids: readonly string[],
  work: (id: string) => Promise<boolean>,
): Promise<void> {
  const line = [...ids]
  const endsAt = performance.now() + FURTHER_TURNS_MS
  const one = async () => {
    for (let id = line.shift(); id; id = line.shift()) {
      if ((await work(id)) && performance.now() < endsAt) line.push(id)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, one))
}
