// Verifies CSRF protection: every combination of request headers that a browser can send, and a real browser on another
// site with the password in its cache.
import type { Pool } from 'pg'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../tests/e2e/harness/browser.ts'
import { openAdminPool } from '../../tests/harness/admin-client.ts'
import { basic, type Person, provisionUser } from '../../tests/harness/dashboard/dashboard.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  provisionTenant,
  startService,
  type TestTenant,
} from '../../tests/harness/service.ts'
import { send } from '../../tests/operate/send.ts'
import { atLeast, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { listAttacks } from './attack-page.ts'
import { openNeighbor } from './neighbor.ts'
import { type Case, mayChange, requestMatrix } from './request-matrix.ts'
import { listTargets, makeSchedule, makeTask, type Target } from './targets.ts'

type Stage = {
  port: string
  /** Looks at the database more than two thousand times, so it stays connected. */
  admin: Pool
  ours: TestTenant
  theirs: TestTenant
  ada: Person
  bob: Person
}

const env = { SERVICE_ACP_HOST: HOST_SUFFIX }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 45,
  cores: 0.5,
  covers: ['server/src/http/ui', 'server/src/domains/users', 'server/src/http/steps'],
  claim:
    'no page except the dashboard itself can change anything with a password that the browser has cached',
  hasControl: true,
  async prove({ control, log }): Promise<Verdict> {
    const database = await createDatabase()
    const [url, stop] = await start(database.url, control)
    const admin = openAdminPool(database.superuserUrl)
    try {
      const ours = await provisionTenant(database.url, 'acme')
      const theirs = await provisionTenant(database.url, 'globex')
      const stage: Stage = {
        port: new URL(url).port,
        admin,
        ours,
        theirs,
        ada: await provisionUser(database.url, ours, 'ada'),
        bob: await provisionUser(database.url, ours, 'bob'),
      }
      const matrix = await runMatrix(stage, log)
      const browser = await runBrowser(stage, log)
      // A control in which something cannot be changed would prove nothing about it: it passes, which no control may.
      const untouched = [...matrix.untouched, ...browser.harmless]
      if (control && untouched.length > 0) {
        return {
          figures: `without the rule nothing changes: ${untouched.join(', ')}`,
          criteria: [],
        }
      }
      const criteria = [
        none('combinations with a wrong outcome', matrix.wrong),
        atLeast('combinations that may change something', matrix.allowed, 1),
        none('changes by attacks', browser.changes),
        atLeast('requests of attacks that arrived', browser.arrived, 1),
        isTrue('change by the dashboard’s own page', browser.works),
      ]
      const figures = `${matrix.cases} combinations, ${matrix.allowed} may change something and do, ${matrix.wrong} answered otherwise than the rule says; ${browser.attacks} attacks from a neighbor’s page in Chromium, ${browser.arrived} requests of them arrived, ${browser.changes} changes`
      return { figures, criteria }
    } finally {
      await stop()
      await admin.end()
      await database.drop()
    }
  },
}

/** The real program; the control builds the same API without the rule. */
async function start(
  databaseUrl: string,
  control: boolean,
): Promise<[url: string, stop: () => Promise<unknown>]> {
  if (!control) {
    const service = await startService({ databaseUrl, env, args: ['--role', 'api'] })
    return [service.url, () => service.stop()]
  }
  const api = await buildLocalApi({ databaseUrl, env, takesForeignChanges: true })
  return [await api.app.listen({ port: 0, host: '127.0.0.1' }), () => api.stop()]
}

/** Everything a change could touch, as one text. */
async function look({ admin, ours }: Stage): Promise<string> {
  const { rows } = await admin.query<{ state: string }>(
    `select concat_ws(' ',
       (select count(*) from tasks where tenant_id = $1),
       (select sum(version) from tasks where tenant_id = $1),
       (select count(*) from comments where tenant_id = $1),
       (select string_agg(id::text, ' ' order by id) from attachments where tenant_id = $1),
       (select count(*) from custom_fields where tenant_id = $1),
       (select string_agg(id::text || state, ' ' order by id) from imports where tenant_id = $1),
       (select sum(version) from task_templates where tenant_id = $1),
       (select sum(version) from schedules where tenant_id = $1),
       (select count(read_at) + count(done_at) from notifications where tenant_id = $1),
       (select count(*) from users where tenant_id = $1 and disabled_at is not null),
       (select count(*) from audit_entries
          where tenant_id = $1 and action not in ('user.signed_in', 'user.sign_in_failed'))) as state`,
    [ours.id],
  )
  return rows[0]?.state ?? ''
}

async function runMatrix(stage: Stage, log: (line: string) => void) {
  const outcome = { cases: 0, allowed: 0, wrong: 0, untouched: [] as string[] }
  for (const target of await listTargets(stage)) {
    const known = outcome.wrong
    let state = await look(stage)
    for (const entry of requestMatrix(target.content, target.name.endsWith('task'))) {
      const may = mayChange(entry, target.content)
      const status = await attempt(stage, entry, target)
      const hasChanged = (await look(stage)) !== state
      outcome.cases++
      if (may) outcome.allowed++
      if (hasChanged !== may && outcome.wrong++ < 10) {
        log(`${target.name}: ${status} ${JSON.stringify(entry)}`)
      }
      if (hasChanged) await target.restore?.()
      if (hasChanged) state = await look(stage)
    }
    if (outcome.wrong === known) outcome.untouched.push(target.name)
  }
  log(`${outcome.cases} combinations, ${outcome.wrong} otherwise than the rule says`)
  return outcome
}

const addressOf = ({ port }: Stage, { host }: TestTenant) => `http://${host}:${port}`

async function attempt(stage: Stage, entry: Case, target: Target): Promise<number> {
  const { ours, theirs, port, ada } = stage
  const origins = {
    absent: undefined,
    own: addressOf(stage, ours),
    sibling: addressOf(stage, theirs),
    null: 'null',
    elsewhere: 'https://elsewhere.example',
  }
  const origin = origins[entry.origin]
  const person = entry.credential === 'right' ? ada : { ...ada, password: 'not these words' }
  const { status } = await send(`http://127.0.0.1:${port}/ui/api${target.path}`, {
    method: target.method,
    headers: {
      host: `${ours.host}:${port}`,
      authorization: basic(person),
      ...(entry.site && { 'sec-fetch-site': entry.site }),
      ...(origin && { origin }),
      ...(entry.header && { 'x-ts-csrf': entry.header }),
      ...((target.body || target.method === 'DELETE') && { 'content-type': entry.type }),
    },
    ...(target.body && { body: target.body() }),
  })
  return status
}

async function runBrowser(stage: Stage, log: (line: string) => void) {
  const browser = await launchBrowser([`--host-resolver-rules=MAP *.${HOST_SUFFIX} 127.0.0.1`])
  const neighbor = await openNeighbor()
  try {
    return await attack(stage, browser, `http://${stage.theirs.host}:${neighbor.port}/`, log)
  } finally {
    neighbor.close()
    await browser.close()
  }
}

/** First the owner signs in, then opens a page of the neighbor in the same browser. */
async function attack(
  stage: Stage,
  browser: Browser,
  neighbor: string,
  log: (line: string) => void,
) {
  const { ours, ada, bob } = stage
  const own = addressOf(stage, ours)
  const page = await (await browser.newContext()).newPage()
  const user = `${ada.username}:${encodeURIComponent(ada.password)}`
  const signedIn = await page.goto(`${own.replace('//', `//${user}@`)}/ui/api/me`)
  if (signedIn?.status() !== 200) throw new Error(`signing in answered ${signedIn?.status()}`)
  let arrived = 0
  page.on('response', (response) => {
    if (response.url().startsWith(`${own}/ui/api/`)) arrived++
  })
  const made = { taskId: await makeTask(stage), scheduleId: await makeSchedule(stage) }
  const attacks = listAttacks({ origin: own, userId: bob.id, ...made })
  const harmless: string[] = []
  let changes = 0
  let state = await look(stage)
  for (const { script, isPlain } of attacks) {
    const first = script.trim().split('\n')[0] ?? ''
    await page.goto(neighbor)
    await page.evaluate(`(async () => { ${script} })().catch(() => undefined)`)
    await page.waitForTimeout(150)
    const now = await look(stage)
    if (now !== state) {
      changes++
      log(`changed something: ${first}`)
      await letIn(stage)
    } else if (isPlain) harmless.push(first)
    state = await look(stage)
  }
  const outcome = { attacks: attacks.length, arrived, changes, harmless }
  return { ...outcome, works: await worksAtHome(stage, page, own) }
}

/** Whom one attack has shut out, the next can shut out again. */
async function letIn({ admin }: Stage): Promise<void> {
  await admin.query('update users set disabled_at = null')
}

/** That the password is in the cache at all: the dashboard's own page makes a change with it. */
async function worksAtHome(
  stage: Stage,
  page: Awaited<ReturnType<Browser['newPage']>>,
  own: string,
): Promise<boolean> {
  const earlier = await look(stage)
  await page.goto(`${own}/ui/api/me`)
  const status = await page.evaluate<number>(`fetch('/ui/api/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-ts-csrf': '1' },
    body: '{"title":"made at home"}',
  }).then((answer) => answer.status)`)
  return status === 201 && (await look(stage)) !== earlier
}
