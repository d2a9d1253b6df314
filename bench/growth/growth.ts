// How create, list, get, search and every filter behave as data grows: databases from ten thousand to ten million tasks
// in one cluster, measured in turns. TASK_SERVICE_BENCH_DATA is a folder that keeps the loaded data for the next run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import {
  type Figure,
  measureCreates,
  measureReads,
  type Rounds,
  type Row,
  ratioOf,
} from '../lib/by-size/rounds.ts'
import { type Side, startSide } from '../lib/by-size/side.ts'
import { startDataCluster } from '../lib/data-cluster.ts'
import { closeDataSets, openDataSets, type Size } from '../lib/data-sets.ts'
import { chooseSettings, describeMachine } from '../lib/engine.ts'
import { writeGrowthReport } from './growth-report.ts'
import { listKind, otherKinds } from './request-kinds.ts'

type Log = (line: string) => void

type Plan = {
  sizes: Size[]
  list: Rounds
  create: Rounds
  others: Rounds
  /** Sizes at which the other requests are measured. */
  othersFrom: number
  warmUpSeconds: (size: Size) => number
  mostListRatio: number
  leastCreateRatio: number
}

/** 62 tasks each: a page of 50 is full, and there is a second one. */
const FEW_TENANTS = 160

const fullPlan: Plan = {
  sizes: [
    { tasks: 10_000, tenants: 1 },
    { tasks: 10_000, tenants: FEW_TENANTS },
    { tasks: 1_000_000, tenants: 1 },
    { tasks: 1_000_000, tenants: 10_000 },
    { tasks: 10_000_000, tenants: 1 },
    { tasks: 10_000_000, tenants: 10_000 },
  ],
  list: { count: 9, seconds: 4 },
  create: { count: 7, seconds: 4 },
  others: { count: 3, seconds: 1 },
  othersFrom: 0,
  // Long enough that nearly every tenant was there once.
  warmUpSeconds: ({ tenants }) => 4 + Math.ceil(tenants / 300),
  mostListRatio: 1.5,
  leastCreateRatio: 0.8,
}

/** Rounds of a second on a busy machine tell a collapse from noise, and no more. */
const ciPlan: Plan = {
  sizes: [
    { tasks: 10_000, tenants: FEW_TENANTS },
    { tasks: 100_000, tenants: 10 * FEW_TENANTS },
  ],
  list: { count: 3, seconds: 1 },
  create: { count: 3, seconds: 1 },
  others: { count: 1, seconds: 1 },
  othersFrom: 100_000,
  warmUpSeconds: () => 1,
  mostListRatio: 3,
  leastCreateRatio: 0.5,
}

const checkpointOf = ({ superuserUrl }: { superuserUrl: string }) =>
  withAdmin(superuserUrl, async (admin) => void (await admin.query('checkpoint')))

async function measure(
  sides: readonly Side[],
  plan: Plan,
  checkpoint: () => Promise<void>,
  log: Log,
): Promise<Row[]> {
  for (const side of sides) await side.read(listKind, plan.warmUpSeconds(side))
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    for (const figure of row.figures) log(describe(row.name, figure))
  }
  add(await measureReads(sides, listKind, plan.list))
  const measured = sides.filter(({ tasks }) => tasks >= plan.othersFrom)
  for (const kind of otherKinds()) add(await measureReads(measured, kind, plan.others))
  // Last, because the small ones grow by it. After a checkpoint the first change of each page is logged whole, and with
  // many tenants that is a page of every index for each of them: the warm-up has that behind it for all sizes alike.
  await checkpoint()
  for (const side of sides) await side.create(plan.warmUpSeconds(side))
  add(await measureCreates(sides, plan.create))
  return rows
}

const format = (count: number) => count.toLocaleString('en-US')

function describe(name: string, { size, measured, rows, isSlow }: Figure): string {
  const { perSecond, p50Ms, p99Ms, errors } = measured
  const times = `p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms`
  const answer = name === 'create' ? '' : `, ${rows.toFixed(0)} rows`
  return `${name}, ${format(size.tasks)} tasks, ${format(size.tenants)} tenants: ${perSecond.toFixed(isSlow ? 1 : 0)}/s ${times}${answer}, ${errors} errors`
}

function countErrors(rows: readonly Row[]): number {
  return rows
    .flatMap(({ figures }) => figures)
    .reduce((sum, { measured }) => sum + measured.errors, 0)
}

/** Between the smallest and the largest with many tenants. */
function judge(rows: readonly Row[], plan: Plan): Verdict {
  const many = plan.sizes.filter(({ tenants }) => tenants > 1)
  const [small, large] = [many[0], many.at(-1)]
  const compare = (name: string, value: (one: Measurement) => number) => {
    const figures = rows.find((row) => row.name === name)?.figures ?? []
    const at = (size: Size | undefined) =>
      figures.find((one) => one.size.tasks === size?.tasks && one.size.tenants === size.tenants)
    const [first, second] = [at(large), at(small)]
    return first && second ? ratioOf(first, second, value) : Number.NaN
  }
  const list = compare('list', (one) => one.p99Ms)
  const create = compare('create', (one) => one.perSecond)
  const claimed = rows.filter(({ name }) => ['list', 'create'].includes(name))
  const span = `at ${format(large?.tasks ?? 0)} tasks to ${format(small?.tasks ?? 0)}`
  return {
    figures: `list p99 ${span} ${list.toFixed(2)} × (≤ ${plan.mostListRatio}), create rate ${create.toFixed(2)} × (≥ ${plan.leastCreateRatio}), ${countErrors(rows)} errors`,
    criteria: [
      atMost('ratio of list p99 latency', list, plan.mostListRatio),
      atLeast('ratio of create rate', create, plan.leastCreateRatio),
      none('errors of list and create', countErrors(claimed)),
    ],
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'loads up to ten million tasks, which takes hours',
  budgetSeconds: 7200,
  exclusive: true,
  report: 'bench-growth',
  covers: ['server/src/domains/tasks', 'server/src/db'],
  claim: 'list and create keep their speed as data grows; other reads are measured, too',
  hasControl: false,
  prove: async ({ full, log }) => {
    const plan = full ? fullPlan : ciPlan
    const cluster = await startDataCluster(process.env['TASK_SERVICE_BENCH_DATA'], chooseSettings)
    const root = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
    const sides: Side[] = []
    try {
      const description = describeMachine(cluster, cluster.settings)
      log(description)
      const sets = await openDataSets(cluster, plan.sizes, log)
      for (const set of sets) sides.push(await startSide(set, root))
      const rows = await measure(sides, plan, () => checkpointOf(cluster), log)
      const verdict = judge(rows, plan)
      const rounds = `rounds: list ${plan.list.count} of ${plan.list.seconds} s, create ${plan.create.count} of ${plan.create.seconds} s, others ${plan.others.count} of ${plan.others.seconds} s`
      const missing = plan.sizes.filter(({ tasks, tenants }) =>
        sides.every((side) => side.tasks !== tasks || side.tenants !== tenants),
      )
      if (full) writeGrowthReport({ description, rounds, figures: verdict.figures, rows, missing })
      return verdict
    } finally {
      await Promise.all(sides.map((side) => side.stop()))
      await closeDataSets(cluster, sides)
      await cluster.stop()
      rmSync(root, { recursive: true })
    }
  },
}
