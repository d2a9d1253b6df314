// Verifies pagination under concurrent writes: every task that stays in place is returned exactly once.
import { array, asyncProperty, check, integer } from 'fast-check'
import { Pool } from 'pg'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { checkWalk, faultsOf, type WalkResult } from './check-walk.ts'
import { type ChurnCounts, startChurn } from './churn.ts'
import { cursorPages, keyOnlyPages, offsetPages, type Pages } from './pages.ts'
import { draftTask, groupOf, type StockItem } from './stock.ts'
import { describeWalk, unfilteredWalks, type Walk, walks } from './walks.ts'

const CHURN_CLIENTS = 8
const WALKERS = 2
const BULK = 500

type PlannedWalk = { walk: Walk; source: Pages; name: string }
type Tally = Record<'walks' | 'pages' | 'promised' | 'missed' | 'repeated' | 'misplaced', number>

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'thousands of changes beside a list; the tests of lists and cursors run on every change',
  budgetSeconds: 45,
  covers: ['server/src/domains/tasks', 'server/src/db'],
  claim:
    'while other clients insert, change and delete tasks, paging with a cursor returns every task exactly once and in order, if it existed at the start, was not deleted, and its sort key and filtered fields did not change; tasks inserted in the meantime appear at most once; for every sort in both directions, also by a custom field, and every kind of filter',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const cluster = await startCluster({ fsync: false, inMemory: true })
    const caller = createApiCaller()
    try {
      return await proveOn(cluster, caller, options)
    } finally {
      caller.close()
      await cluster.stop()
    }
  },
}

async function proveOn(
  cluster: Cluster,
  caller: ApiCaller,
  options: ProofOptions,
): Promise<Verdict> {
  const database = await createDatabase({ cluster })
  const services = await startServices(database.url)
  const apiKey = services[0]?.apiKey ?? ''
  const urls = services.map(({ url }) => url)
  const stock = await fillStock(caller, urls[0] ?? '', apiKey, options)
  options.log(`${stock.length} tasks created`)
  const pool = new Pool({ connectionString: database.superuserUrl, max: WALKERS })
  const { seed } = options
  const clients = CHURN_CLIENTS
  const maxInserted = stock.length / 10
  const churn = startChurn({ caller, urls, apiKey, stock, seed, clients, maxInserted })
  try {
    const planned = options.control
      ? badWalks(pool)
      : walks.map((walk) => ({ walk, source: cursorPages(caller, urls, apiKey), name: 'cursor' }))
    const startedMs = performance.now()
    const tally = await walkAll(planned, stock, options)
    return judge(stock.length, tally, churn.counts, (performance.now() - startedMs) / 1_000)
  } finally {
    await churn.stop()
    for (const error of churn.counts.errors.slice(0, 3)) options.log(`  another client: ${error}`)
    await Promise.all(services.map((service) => service.kill()))
    await pool.end()
  }
}

/** Two processes, with one key between them. */
async function startServices(databaseUrl: string): Promise<Service[]> {
  const args = ['--role', 'api']
  const first = await startService({ databaseUrl, args })
  return [first, await startService({ databaseUrl, args, apiKey: first.apiKey })]
}

async function fillStock(
  caller: ApiCaller,
  url: string,
  apiKey: string,
  { full, seed }: ProofOptions,
): Promise<StockItem[]> {
  await defineGrade(caller, url, apiKey)
  const random = seededRandom(seed, 'stock')
  const stock: StockItem[] = []
  const size = full ? 100_000 : 2_500
  while (stock.length < size) {
    const items = Array.from({ length: BULK }, () => ({ create: draftTask(random, 'stock') }))
    const headers = { 'x-api-key': apiKey }
    const answer = await caller.call(`${url}/api/tasks/bulk`, {
      method: 'POST',
      headers,
      body: { items },
    })
    if (answer.status !== 200) throw new Error(`bulk answered ${answer.status} ${answer.body}`)
    const { results } = JSON.parse(answer.body) as { results: { task: StockItem['task'] }[] } // the answer of the contract
    for (const { task } of results) stock.push({ group: groupOf(stock.length), task })
  }
  return stock
}

async function defineGrade(caller: ApiCaller, url: string, apiKey: string): Promise<void> {
  const answer = await caller.call(`${url}/api/fields`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: { name: 'Grade', type: 'number' },
  })
  if (answer.status !== 201) throw new Error(`fields answered ${answer.status} ${answer.body}`)
}

/** The two classic mistakes, each on every sort. */
function badWalks(pool: Pool): PlannedWalk[] {
  return unfilteredWalks.flatMap((walk) => [
    { walk, source: offsetPages(pool), name: 'offset' },
    { walk, source: keyOnlyPages(pool), name: 'sort key without id' },
  ])
}

/** Page sizes a walk takes in turn; the last one keeps a walk of tiny pages from lasting forever. */
const pageSizes = array(integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 8 }).map(
  (sizes) => [...sizes, 200],
)

async function walkAll(
  planned: readonly PlannedWalk[],
  items: readonly StockItem[],
  options: ProofOptions,
): Promise<Tally> {
  const tally = { walks: 0, pages: 0, promised: 0, missed: 0, repeated: 0, misplaced: 0 }
  const stock = new Map(items.map((item) => [item.task.id, item]))
  const queue = [...planned.entries()]
  const walker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, { walk, source, name }] = next
      const seed = options.seed + index
      const result = await walkOnce(stock, walk, source, seed)
      count(tally, result)
      if (faultsOf(result) === 0) continue
      const { missed, repeated } = result
      const faults = `${missed.length} missed, ${repeated.length} repeated`
      options.log(`  ${name}, ${describeWalk(walk)}, seed ${seed}: ${faults}`)
    }
  }
  await Promise.all(Array.from({ length: WALKERS }, walker))
  return tally
}

async function walkOnce(
  stock: ReadonlyMap<string, StockItem>,
  walk: Walk,
  source: Pages,
  seed: number,
): Promise<WalkResult> {
  let result: WalkResult | undefined
  const exactlyOnce = asyncProperty(pageSizes, async (limits) => {
    result = await checkWalk(stock, walk, limits, source)
    return faultsOf(result) === 0
  })
  // Other clients never do the same twice, so a shrunk failure would show nothing.
  const { errorInstance } = await check(exactlyOnce, { seed, numRuns: 1, endOnFailure: true })
  if (!result) throw errorInstance
  return result
}

function count(tally: Tally, result: WalkResult): void {
  tally.walks++
  tally.pages += result.pages
  tally.promised += result.promised
  tally.missed += result.missed.length
  tally.repeated += result.repeated.length
  tally.misplaced += result.outOfOrder.length + result.outsideFilter.length
}

function judge(size: number, tally: Tally, churn: ChurnCounts, seconds: number): Verdict {
  const changes = churn.inserted + churn.changed + churn.deleted
  const figures = [
    `${size} tasks`,
    `${tally.walks} walks of ${tally.pages} pages`,
    `${churn.inserted} inserted, ${churn.changed} changed, ${churn.deleted} deleted in the meantime (${Math.round(changes / seconds)}/s)`,
    `${tally.promised} promised`,
    `${tally.missed} missed`,
    `${tally.repeated} repeated`,
    `${tally.misplaced} misplaced`,
    `${churn.errors.length} errors`,
  ]
  const criteria = [
    none('tasks missed', tally.missed),
    none('tasks repeated', tally.repeated),
    none('tasks out of order or outside the filter', tally.misplaced),
    none('errors of other clients', churn.errors.length),
    atLeast('changes by other clients', changes, tally.walks + 1),
  ]
  return { figures: figures.join(', '), criteria }
}
