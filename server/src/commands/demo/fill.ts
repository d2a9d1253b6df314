// Fills a tenant with a week: what is needed first, the week itself, and the present.
import { setClock } from '#lib/time/clock.ts'
import { backdateRuns, backdateSignIns } from './backdate.ts'
import { FILLED_REQUEST } from './created-objects.ts'
import { addPeople, type DemoTenant, type Person } from './demo-tenant.ts'
import type { LocalServer } from './local-server.ts'
import { startWeek } from './past-week.ts'
import { planWeek } from './plan-week.ts'
import { addLiveRuns, addMyWork, connectTracker, type WorkingRun, workOnIssues } from './present.ts'
import { addSchedules, addWebhooks, describeQueues, setUp } from './set-up.ts'

const HOUR_MS = 3_600_000
/** Only the last hours have deliveries. */
const WEBHOOKS_SINCE_MS = 3 * HOUR_MS

export type Filled = {
  me: Person
  tasks: number
  runs: number
  people: number
  /** Tasks that the worker imported; 0 if the service is not running. */
  imported: number
  integration: string
  run: WorkingRun
}

type Wants = { now: Date; days: number; syncWaitMs: number; note: (line: string) => void }

export async function fill(
  tenant: DemoTenant,
  server: LocalServer,
  { now, days, syncWaitMs, note }: Wants,
): Promise<Filled> {
  const { call } = tenant
  const people = await addPeople(tenant)
  const [me, ...others] = people
  await setUp(call)
  const hoursFromUtc = -now.getTimezoneOffset() / 60
  const crew = { me: me.username, others: others.map(({ username }) => username) }
  const steps = planWeek(now, hoursFromUtc, crew, days)
  note(`Writing ${steps.length} steps of a week …`)
  const week = startWeek({ call, people, steps })
  await week.continueUntil(new Date(now.getTime() - WEBHOOKS_SINCE_MS))
  await addWebhooks(call, server.url)
  await week.continueUntil(now)
  setClock(null)
  await tenant.inTenant(async (ctx) => {
    await backdateRuns(ctx, week.runs)
    await backdateSignIns(
      ctx,
      others.map(({ id }) => id),
    )
  })
  note('Connecting the sample tracker, and waiting until the service has imported its issues …')
  const { integration, links } = await connectTracker(call, server, syncWaitMs)
  // What happened in the week was read; what is new is not.
  await call('POST', '/inbox/read-all', {}, { as: me })
  const run = await addLiveRuns(call)
  await addMyWork(call, people)
  if (links.length > 0) await workOnIssues(call, server, links, people)
  await addSchedules(call, Intl.DateTimeFormat().resolvedOptions().timeZone)
  await describeQueues(call)
  await call('POST', '/agents/match-agent/pause')
  await call('POST', '/connectors', { name: 'wms-north' }, { requestId: FILLED_REQUEST })
  return {
    me,
    tasks: week.tasks(),
    runs: week.runs.length,
    people: people.length,
    imported: links.length,
    integration: integration.id,
    run,
  }
}
