// Starts the connector: policy, journal, drivers, work queue and link.
import type { EdgeJobOrder } from '@task-service/contract'
import { type Journal, openJournal } from '#edge/journal/journal.ts'
import { holdLink } from '#edge/link/hold-link.ts'
import { openIdentityStore } from '#edge/link/identity.ts'
import { createResultSender } from '#edge/link/send-results.ts'
import { createServiceClock } from '#edge/link/service-clock.ts'
import { openUplink } from '#edge/link/uplink.ts'
import { createWakeup } from '#edge/link/wakeup.ts'
import { announcedFaces } from '#edge/policy/announced-faces.ts'
import { loadPolicy, policyDigest } from '#edge/policy/load-policy.ts'
import type { Policy } from '#edge/policy/policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import type { JobTools } from '#edge/work/do-job.ts'
import { createDriverPool, type DriverPool } from '#edge/work/driver-pool.ts'
import { notDone } from '#edge/work/outcomes.ts'
import { watchHealth } from '#edge/work/watch-health.ts'
import { createWorkQueue } from '#edge/work/work-queue.ts'
import { connectorFacts } from './connector-facts.ts'
import { enrollOnce } from './enroll.ts'
import type { Log } from './log.ts'

export type RunningEdge = {
  /** Reloads the policy; an invalid file changes nothing. */
  reload(): void
  /** Stops it: running jobs finish, pending ones stay in the journal. */
  stop(): Promise<void>
  ended: Promise<void>
}

export type EdgeParts = {
  /** Replaced only by negative controls of proofs. */
  drivers?: DriverPool
  resolveOrder?: JobTools['resolveOrder']
  bindValues?: JobTools['bindValues']
}

const TIDY_MS = 3_600_000
const FINISH_MS = 10_000

/** The current policy, which can be reloaded while the connector runs. */
class CurrentPolicy {
  readonly #file: string
  policy: Policy
  digest: string

  constructor(file: string) {
    this.#file = file
    this.policy = loadPolicy(file)
    this.digest = policyDigest(this.policy)
  }

  reload(log: Log): void {
    try {
      this.policy = loadPolicy(this.#file)
      this.digest = policyDigest(this.policy)
      log.info('policy reloaded')
    } catch (error) {
      log.info(
        `failed to reload the policy; the previous one stays active. ${(error as Error).message}`,
      )
    }
  }
}

export async function startEdge(
  settings: Settings,
  log: Log,
  parts: EdgeParts = {},
): Promise<RunningEdge> {
  const current = new CurrentPolicy(settings.policyFile)
  const identities = openIdentityStore(settings.stateFolder)
  const uplink = openUplink(settings)
  const ending = new AbortController()
  await enrollOnce({ settings, identities, uplink, log, signal: ending.signal })
  const site = openSite(settings, current, identities.tokenSecret(), log, parts)
  const { journal, queue } = site
  const statements = announcedFaces(current.policy).length
  log.info(
    `starting: ${current.policy.databases.size} databases, ${statements} statements, service ${settings.url?.host}`,
  )
  for (const notice of current.policy.notices) log.info(`WARN ${notice}`)
  const link = holdLink(
    {
      ...site,
      uplink,
      identities,
      facts: connectorFacts(settings),
      sender: createResultSender(journal, (job) => dropRows(journal, job), log.info),
      announcement: () => ({ digest: current.digest, statements: announcedFaces(current.policy) }),
      log: log.info,
      debug: log.debug,
    },
    ending.signal,
  )
  const finish = async () => {
    queue.stop()
    await Promise.race([queue.idle(), waitMs(FINISH_MS)])
  }
  const ended = closeAfter(link, async () => {
    await finish()
    await Promise.all([site.close(), uplink.close()])
  })
  return {
    reload: () => current.reload(log),
    async stop() {
      await finish()
      ending.abort()
      await ended
    },
    ended,
  }
}

async function closeAfter(link: Promise<void>, close: () => Promise<void>): Promise<void> {
  try {
    await link
  } finally {
    await close()
  }
}

/** The local parts: journal, drivers, work queue. */
function openSite(
  settings: Settings,
  current: CurrentPolicy,
  secret: Buffer,
  log: Log,
  parts: EdgeParts,
) {
  const journal = openJournal(settings.stateFolder)
  const drivers = parts.drivers ?? createDriverPool(settings)
  const clock = createServiceClock()
  const [results, rooms] = [createWakeup(), createWakeup()]
  const tools = (): JobTools => ({
    policy: current.policy,
    driverOf: (database) => drivers.of(database),
    tokens: { secret, keeper: journal },
    serviceNowMs: () => clock.nowMs(),
    ...(parts.resolveOrder === undefined ? {} : { resolveOrder: parts.resolveOrder }),
    ...(parts.bindValues === undefined ? {} : { bindValues: parts.bindValues }),
  })
  const onChange = () => {
    results.notify()
    rooms.notify()
  }
  const queue = createWorkQueue({ journal, tools, onChange, log: log.info })
  const health = watchHealth(
    () => [...current.policy.databases.values()],
    (database) => drivers.of(database),
  )
  void health.look()
  const tidy = () => journal.tidy(current.policy.limits.tokenDays)
  tidy()
  const tidying = setInterval(tidy, TIDY_MS)
  return {
    journal,
    queue,
    clock,
    results,
    rooms,
    databases: () => health.list(),
    room: () => queue.room(),
    take: (orders: readonly EdgeJobOrder[]) => queue.take(orders),
    async close() {
      clearInterval(tidying)
      health.stop()
      journal.close()
      await drivers.close()
    },
  }
}

function dropRows(journal: Journal, job: string): void {
  const { head, rows } = notDone('failed', 'internal', 'The service rejected the rows.', 0)
  journal.end(job, head, rows)
}

const waitMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
