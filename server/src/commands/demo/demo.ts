// `demo`: fills a tenant with a week of sample data, keeps it alive while it runs, and removes it again.
import type { Integration } from '@task-service/contract'
import { type LocalApi, openLocalApi } from '#app/local-api.ts'
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { setClock } from '#lib/time/clock.ts'
import { leaveSignals } from '../end-on-signal.ts'
import { CommandError } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { tenantUrl } from '../tenant-url.ts'
import { tenantDelete } from '../tenants/tenant.ts'
import { isOwnTenant, readState, removeCreated } from './created-objects.ts'
import { COLLEAGUES, type DemoTenant, ME, openDemoTenant } from './demo-tenant.ts'
import { type Filled, fill } from './fill.ts'
import { liveOn, restoreTracker } from './live.ts'
import { type LocalServer, startLocalServer, trackerUrl } from './local-server.ts'

type Options = {
  tenant?: string
  port?: string
  days?: string
  once?: boolean
  clear?: boolean
  addToExisting?: boolean
}
type ApiConfig = Config<'database' | 'api' | 'master'>

const DAY_MS = 86_400_000
/** Without a running service nothing is imported; on a busy computer it takes a while. */
const SYNC_WAIT_MS = 120_000
/** A tenant with more than this is not a fresh one. */
const FRESH_TASKS = 10
const DEFAULT_TENANT = 'default'

export async function demo(output: Output, given: Record<string, unknown>): Promise<undefined> {
  const options = given as Options // as program.ts declares them
  const port = readPort(options)
  const days = readDays(options)
  const now = new Date()
  // Before the first ID: they only ascend, and those of the week come first.
  setClock(new Date(now.getTime() - (days + 1) * DAY_MS))
  const config = loadConfig({ needs: ['database', 'api', 'master'] })
  const slug = options.tenant ?? (config.http.hostSuffix === null ? DEFAULT_TENANT : 'demo')
  refuseUnreachable(config, slug)
  const api = await openLocalApi(config)
  try {
    if (options.clear) await clear(output, api, config, slug)
    else await show({ output, options, api, config, slug, now, port, days })
  } finally {
    await api.stop()
  }
  return undefined
}

function readPort({ port = '8021' }: Options): number {
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1_024 && Number(port) < 65_536) return Number(port)
  throw new CommandError('usage', '--port must be a number from 1024 to 65535.')
}

function readDays({ days = '8' }: Options): number {
  if (/^\d{1,2}$/.test(days) && Number(days) >= 1 && Number(days) <= 30) return Number(days)
  throw new CommandError('usage', '--days must be a number from 1 to 30.')
}

function refuseUnreachable({ http }: ApiConfig, slug: string): void {
  if (http.hostSuffix !== null || slug === DEFAULT_TENANT) return
  throw new CommandError(
    'config',
    `Tenant "${slug}" could not be opened: without SERVICE_ACP_HOST, every URL belongs to the tenant "default". Omit --tenant, or set SERVICE_ACP_HOST and restart the service.`,
  )
}

type Show = {
  output: Output
  options: Options
  api: LocalApi
  config: ApiConfig
  slug: string
  now: Date
  port: number
  days: number
}

async function show(parts: Show): Promise<void> {
  const { api, port } = parts
  const url = `http://127.0.0.1:${port}`
  await refuseBlocked(api, url)
  const server = await startLocalServer(port)
  try {
    const tenant = await openDemoTenant(api, parts.config, { slug: parts.slug, create: true })
    try {
      await fillAndLive(parts, tenant, server)
    } finally {
      setClock(null)
      await tenant.leave().catch(() => undefined)
    }
  } finally {
    await server.close()
  }
}

async function refuseBlocked(api: LocalApi, url: string): Promise<void> {
  const fault = await api.findEgressFault(url)
  if (fault === undefined) return
  throw new CommandError(
    'config',
    `The demo serves its sample tracker and webhook receivers at ${url}, and Task Service may not connect there: ${fault} Add SERVICE_ACP_EGRESS_ALLOW=127.0.0.0/8,::1 to .env, restart the service, then run the command again.`,
  )
}

async function fillAndLive(parts: Show, tenant: DemoTenant, server: LocalServer): Promise<void> {
  const { output, options, now, days, config } = parts
  const state = tenant.isNew ? 'none' : await readState(tenant.call)
  const wants = { now, days, syncWaitMs: SYNC_WAIT_MS, note: output.note }
  let filled: Filled | undefined
  if (state === 'filled') {
    setClock(null)
    await resume(tenant, server)
  } else {
    if (state === 'partly filled') {
      output.note('An earlier demo was interrupted. Removing what it created …')
      await removeCreated(tenant.call, output.note)
    } else if (!tenant.isNew) await refuseInUse(tenant, options)
    filled = await fill(tenant, server, wants)
  }
  print(output, { url: tenantUrl(config, tenant.slug), slug: tenant.slug, server, filled, options })
  if (options.once) return
  const integration = filled?.integration ?? (await findIntegration(tenant, server))?.id
  const crew = { me: ME.username, others: COLLEAGUES.map(({ username }) => username) }
  const { signal, forget } = untilSignal()
  const live = { call: tenant.call, server, crew, integration, run: filled?.run }
  await liveOn(live, { signal, note: output.note }).finally(forget)
}

function untilSignal(): { signal: AbortSignal; forget: () => void } {
  const control = new AbortController()
  const stop = () => control.abort()
  leaveSignals()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop)
  return {
    signal: control.signal,
    forget: () => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, stop)
    },
  }
}

async function findIntegration({ call }: DemoTenant, server: LocalServer) {
  const { data } = await call<{ data: Integration[] }>('GET', '/integrations?limit=200')
  return data.find(
    ({ config }) => config['url'] === trackerUrl(server.url) && config['project'] === 'portal',
  )
}

async function resume(tenant: DemoTenant, server: LocalServer): Promise<void> {
  const integration = await findIntegration(tenant, server)
  if (integration === undefined) {
    throw new CommandError(
      'usage',
      `Tenant "${tenant.slug}" has a demo on another port. Use the --port of the first run, or remove it with: task-service demo --clear --tenant ${tenant.slug}`,
    )
  }
  await restoreTracker(tenant.call, server, integration)
}

async function refuseInUse({ call, slug }: DemoTenant, { addToExisting }: Options): Promise<void> {
  if (addToExisting) return
  const { data: tasks } = await call<{ data: object[] }>('GET', `/tasks?limit=${FRESH_TASKS + 1}`)
  const { data: integrations } = await call<{ data: object[] }>('GET', '/integrations?limit=1')
  if (tasks.length <= FRESH_TASKS && integrations.length === 0) return
  throw new CommandError(
    'usage',
    `Tenant "${slug}" is in use: it has more than ${FRESH_TASKS} tasks or an integration. The demo adds about 600 tasks, users, agents and webhooks. To add them anyway, use --add-to-existing; \`demo --clear\` removes them again.`,
  )
}

async function clear(output: Output, api: LocalApi, config: ApiConfig, slug: string) {
  setClock(null)
  if (!(await findTenant(api.db.auth, slug))) {
    throw new CommandError('not_found', `Tenant "${slug}" does not exist.`)
  }
  const tenant = await openDemoTenant(api, config, { slug, create: false })
  if (await isOwnTenant(tenant.call)) {
    await tenantDelete(output, { confirm: slug }, [slug])
    return
  }
  try {
    if ((await readState(tenant.call)) === 'none') {
      throw new CommandError('not_found', `Tenant "${slug}" has no demo data.`)
    }
    const removed = await removeCreated(tenant.call, output.note)
    const total = Object.values(removed).reduce((sum, count) => sum + count, 0)
    const text = `Removed ${total} objects of the demo from tenant ${slug}. Its users are disabled, because users cannot be deleted.`
    output.result({ slug, removed }, text)
  } finally {
    await tenant.leave()
  }
}

type Printed = {
  url: string
  slug: string
  server: LocalServer
  filled: Filled | undefined
  options: Options
}

function print(output: Output, { url, slug, server, filled, options }: Printed): void {
  const tracker = `${trackerUrl(server.url)}/`
  const running = options.once
    ? 'Its tracker and receivers run only while `task-service demo` runs. To start them, run it without --once.'
    : 'Leave this command running: it is the sample tracker and the receiver of the webhooks. Stop it with Ctrl+C.'
  const cleared = `To remove the demo, run: task-service demo --clear --tenant ${slug}`
  if (!filled) {
    const password = `task-service user password ${ME.username} --tenant ${slug}`
    output.result({ url, tenant: slug, username: ME.username, tracker, filled: false }, [
      `The demo in tenant ${slug} is running again: ${url}`,
      `Sign in as ${ME.username}. To set a new password, run: ${password}`,
      running,
    ])
    return
  }
  const { me, imported, integration: _, run: _run, ...counts } = filled
  const { username, password } = me
  const waiting =
    imported > 0
      ? []
      : [
          'The service did not import the issues of the sample tracker. Start it, if it is not running: npm start',
        ]
  const { tasks, runs, people } = counts
  output.result(
    { url, tenant: slug, username, password, tracker, filled: true, ...counts, imported },
    [
      `Tenant ${slug} now has a week of ${tasks} tasks, ${runs} agent runs, ${people} users and ${imported} synced issues.`,
      '',
      `  Dashboard: ${url}`,
      `  Username:  ${username}`,
      `  Password:  ${password}   (shown only once)`,
      `  Tracker:   ${tracker}`,
      '',
      ...waiting,
      running,
      cleared,
    ],
  )
}
