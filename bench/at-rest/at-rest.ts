// The cost of an idle installation: idle tenants, and integrations whose webhooks work and whose vendors have had no changes
// for a day.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Integration, sendMessage } from '../../tests/harness/integrations/vendor-messages.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { measureCores, percentOfCore } from '../../tests/harness/measure/core-use.ts'
import { HOST_SUFFIX, type Service, startService } from '../../tests/harness/service.ts'
import { startGithubRig } from '../../tests/harness/sync-world/rigs/github-rig.ts'
import { atLeast, atMost } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

const MOST_CORES = 0.1
const MOST_MIB = 600

type Size = { tenants: number; integrations: number; seconds: number; settleSeconds: number }

const ciSize: Size = { tenants: 1_000, integrations: 40, seconds: 60, settleSeconds: 120 }
const fullSize: Size = { tenants: 10_000, integrations: 1_000, seconds: 300, settleSeconds: 1_800 }

/** Until the processes that the first syncs needed have ended. */
const REST_MS = 45_000

/** What the control polls with: as often as a person may ask for. */
const BUSY_POLL_SECONDS = 5
const REQUESTS_AT_ONCE = 8

export const proof: Proof = {
  tier: 'release',
  tierReason: 'measures CPU time for minutes while nothing else may run',
  budgetSeconds: 300,
  exclusive: true,
  fullSizeForRelease: true,
  covers: ['server/src/app', 'server/src/agent', 'server/src/domains/sync', 'server/src/jobs'],
  claim: `${fullSize.integrations} idle integrations and ${fullSize.tenants} idle tenants use at most ${MOST_CORES * 100} % of a core and ${MOST_MIB} MiB, API and worker together`,
  hasControl: true,
  prove: (options) => measureAtRest(options),
}

async function measureAtRest({ full, control, log }: ProofOptions): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const compileCache = mkdtempSync(join(tmpdir(), 'task-service-compile-cache-'))
  const stops: (() => unknown)[] = [() => rmSync(compileCache, { recursive: true })]
  try {
    const cluster = await startCluster()
    stops.push(() => cluster.stop())
    const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster })
    const tenants = await provisionTenants(superuserUrl, size.tenants)
    // All integrations share one account, so its rate limit must allow for them.
    const vendor = await startGithubRig({ remainingRequests: 1_000_000 })
    stops.push(() => vendor.stop())
    const env = {
      // As in the image: without it, every process keeps what it needs to read TypeScript.
      NODE_COMPILE_CACHE: compileCache,
      SERVICE_ACP_HOST: HOST_SUFFIX,
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
    }
    const run = (role: 'api' | 'worker', until: string) =>
      startService({ databaseUrl, env, args: ['--role', role], until })
    const start = async (...options: Parameters<typeof run>) => {
      const service = await run(...options)
      stops.push(() => service.stop())
      return service
    }
    // A process writes the cache when it ends.
    await (await run('api', 'listening')).stop()
    await (await run('worker', 'maintenance')).stop()
    const api = await start('api', 'listening')
    const pollSeconds = control ? BUSY_POLL_SECONDS : undefined
    const owners = tenants.slice(0, size.integrations)
    await connectAll(api, owners, vendor, pollSeconds)
    const worker = await start('worker', 'maintenance')
    const settled = await waitForFirstSync(superuserUrl, size)
    log(`${settled} of ${size.integrations} integrations have synced once`)
    if (!control) await passQuietDay(superuserUrl)
    await sleep(REST_MS)
    return await judge([api, worker], settled, size, log)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

function bodyOf({ status, body }: Answer): string {
  if (status >= 300) throw new Error(`${status} ${body}`)
  return body
}

async function connectAll(
  { url }: Service,
  owners: readonly BenchTenant[],
  { provider, config, secrets }: Awaited<ReturnType<typeof startGithubRig>>,
  pollSeconds: number | undefined,
): Promise<void> {
  const caller = createApiCaller(REQUESTS_AT_ONCE)
  const connect = async (tenant: BenchTenant) => {
    const headers = { host: tenant.host, 'x-api-key': tenant.key }
    const poll = pollSeconds === undefined ? {} : { poll_seconds: pollSeconds }
    const body = { provider, name: 'At rest', config, ...poll }
    const made = await caller.call(`${url}/api/integrations`, { method: 'POST', headers, body })
    const { id } = JSON.parse(bodyOf(made)) as Integration // created
    const path = `${url}/api/integrations/${id}/credential`
    bodyOf(await caller.call(path, { method: 'PUT', headers, body: { secrets } }))
    const signal = AbortSignal.timeout(30_000)
    bodyOf(await sendMessage(caller, url, { tenant, id }, signal, secrets['webhook_secret']))
  }
  const waiting = [...owners]
  // A client at a time each: the service limits how many checks wait for plugin processes.
  const client = async () => {
    for (let owner = waiting.pop(); owner; owner = waiting.pop()) await connect(owner)
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, client))
  caller.close()
}

/** As on an installation that has run for long: polls have backed off, and their times are spread. */
async function passQuietDay(superuserUrl: string): Promise<void> {
  await withAdmin(superuserUrl, (admin) =>
    admin.query(`update integrations set news_at = now() - interval '1 day',
      next_pull_at = now() + random() * interval '15 minutes'`),
  )
}

async function waitForFirstSync(superuserUrl: string, size: Size): Promise<number> {
  const count = () =>
    withAdmin(superuserUrl, async (admin) => {
      const { rows } = await admin.query<{ count: number }>(
        `select count(distinct integration_id)::int as count from sync_runs where state = 'succeeded'`,
      )
      return rows[0]?.count ?? 0
    })
  let settled = 0
  for (const end = Date.now() + size.settleSeconds * 1_000; Date.now() < end; await sleep(2_000)) {
    settled = await count()
    if (settled >= size.integrations) break
  }
  return settled
}

async function judge(
  services: readonly Service[],
  settled: number,
  size: Size,
  log: ProofOptions['log'],
): Promise<Verdict> {
  const [apiRoot = 0, workerRoot = 0] = services.map(({ process: { pid } }) => pid ?? 0)
  const roots = { api: apiRoot, worker: workerRoot }
  const { parts, peakMiB } = await measureCores(roots, size.seconds)
  const { api, worker } = parts
  const cores = api.cores + worker.cores
  log(
    `API ${percentOfCore(api.cores)} of a core and ${api.memoryMiB} MiB, worker ${percentOfCore(worker.cores)} and ${worker.memoryMiB} MiB at the end`,
  )
  return {
    figures: `${size.integrations} integrations and ${size.tenants} tenants at rest: ${percentOfCore(cores)} of a core (≤ ${percentOfCore(MOST_CORES)}), ${Math.round(peakMiB)} MiB (≤ ${MOST_MIB})`,
    criteria: [
      atLeast('integrations that synced', settled, size.integrations),
      atMost('share of a core', cores, MOST_CORES),
      atMost('peak memory', Math.round(peakMiB), MOST_MIB, 'MiB'),
    ],
  }
}
