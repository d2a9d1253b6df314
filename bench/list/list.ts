// Listing a page of 50 tasks over HTTP, compared with pgbench running the same query.
import type { Proof } from '../../tools/programs/proof.ts'
import { captureStatements } from '../lib/capture-statements.ts'
import { capturedScript } from '../lib/captured-script.ts'
import { type CellPlan, CONNECTIONS, callerHeaders } from '../lib/compare-cell.ts'
import { compareWithPgbench } from '../lib/compare-with-pgbench.ts'

const path = '/api/tasks?limit=50'

/** A page must be full, or small data sets would look fast. */
const LEAST_PER_TENANT = 60

const method = `Every request lists the newest 50 tasks of a tenant; the response is about 50 kB of JSON. pgbench runs the captured
statements of the service (tenant, query of 51 rows), as the same role under row-level security, prepared, in one pipeline,
over the same TCP loopback, and discards the rows. Both keep ${CONNECTIONS} connections busy and alternate in short
rounds on one database; the ratio is the median of the rounds.

With one tenant, the service runs one query for all requests that wait for the same page. Requests in the rows "unchanged" send
the ETag of the page and get 304; pgbench still reads the page.`

const GOAL = { ratio: 0.5 }
const GOAL_UNCHANGED = { ratio: 1 }

const many = (tasks: number) => Math.min(1_000, Math.floor(tasks / LEAST_PER_TENANT))
const format = (count: number) => count.toLocaleString('en-US')

function plans(full: boolean): CellPlan[] {
  const rounds = full
    ? { count: 11, seconds: 2, warmUpSeconds: 5 }
    : { count: 3, seconds: 2, warmUpSeconds: 3 }
  const sizes = [
    { tasks: 10_000, tenants: 1 },
    { tasks: 60_000, tenants: many(60_000) },
  ]
  const pages = sizes.map(({ tasks, tenants }): CellPlan => {
    const reference: CellPlan['reference'] = async (database) =>
      capturedScript(await captureStatements(database.url, path), tenants)
    const name = `${tenants === 1 ? '1 tenant' : `${format(tenants)} tenants`}, ${format(tasks)} tasks`
    return { name, goal: GOAL, request: { method: 'GET', path }, tenants, tasks, rounds, reference }
  })
  const unchanged = pages.map((plan) => ({
    ...plan,
    name: `unchanged, ${plan.name}`,
    goal: GOAL_UNCHANGED,
    variantsOf: withTags,
  }))
  return [...pages, ...unchanged]
}

/** Each tenant's page as it is now. */
const withTags: NonNullable<CellPlan['variantsOf']> = (ask, tenants) =>
  Promise.all(
    tenants.map(async (tenant) => {
      const { headers } = await ask(tenant, path)
      return {
        path,
        headers: { ...callerHeaders(tenant), 'If-None-Match': headers.etag ?? 'missing' },
      }
    }),
  )

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`plans` catches slow statements on every change; the ratio is reported only for releases',
  budgetSeconds: 120,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-list',
  covers: ['server/src/domains/tasks', 'server/src/db', 'server/src/http'],
  claim: `listing 50 tasks at ${CONNECTIONS} connections, as a ratio to pgbench running the same query`,
  hasControl: false,
  prove: compareWithPgbench({
    name: 'list',
    title: 'List compared with pgbench',
    claim: 'Rate of listing pages of tasks, as a ratio to PostgreSQL alone.',
    method,
    plans,
  }),
}
