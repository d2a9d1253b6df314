// How the search behaves as data grows: databases from ten thousand to ten million tasks in one cluster, measured in turns.
// TASK_SERVICE_BENCH_DATA is a folder that keeps the loaded data for the next run; `growth` uses the same data.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atMost, type Criterion, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { type Figure, measureReads, type Rounds, type Row, ratioOf } from '../lib/by-size/rounds.ts'
import { type Side, startSide } from '../lib/by-size/side.ts'
import { formatCount } from '../lib/by-size/size-table.ts'
import { startDataCluster } from '../lib/data-cluster.ts'
import { closeDataSets, openDataSets, type Size } from '../lib/data-sets.ts'
import { chooseSettings, describeMachine } from '../lib/engine.ts'
import { searchKinds } from './search-kinds.ts'
import { writeSearchReport } from './search-report.ts'

type Plan = { sizes: Size[]; rounds: Rounds; mostRatio: number }

const fullPlan: Plan = {
  sizes: [
    { tasks: 10_000, tenants: 1 },
    { tasks: 10_000, tenants: 160 },
    { tasks: 1_000_000, tenants: 1 },
    { tasks: 10_000_000, tenants: 10_000 },
  ],
  rounds: { count: 5, seconds: 3 },
  mostRatio: 2,
}

/** Rounds of a second on a busy machine tell a collapse from noise, and no more. */
const ciPlan: Plan = {
  sizes: [
    { tasks: 10_000, tenants: 160 },
    { tasks: 100_000, tenants: 1_600 },
  ],
  rounds: { count: 3, seconds: 1 },
  mostRatio: 4,
}

async function measure(sides: readonly Side[], { rounds }: Plan, log: (line: string) => void) {
  const rows: Row[] = []
  for (const kind of searchKinds) {
    const row = await measureReads(sides, kind, rounds)
    for (const figure of row.figures) log(describe(kind.name, figure))
    rows.push(row)
  }
  return rows
}

function describe(name: string, { size, measured, rows }: Figure): string {
  const { p50Ms, p99Ms, errors } = measured
  const of = `${formatCount(size.tasks)} tasks, ${formatCount(size.tenants)} tenants`
  return `${name}, ${of}: p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms, ${rows.toFixed(0)} rows, ${errors} errors`
}

/** The largest against the smallest, apart for many tenants and for a single one. */
function judge(rows: readonly Row[], { mostRatio }: Plan): Verdict {
  const criteria: Criterion[] = []
  for (const { name, figures } of rows) {
    for (const isMany of [true, false]) {
      const group = figures.filter(({ size }) => size.tenants > 1 === isMany)
      const [small, large] = [group[0], group.at(-1)]
      if (!small || !large || small === large) continue
      const ratio = ratioOf(large, small, (one) => one.p50Ms)
      const tenants = isMany ? 'many tenants' : 'one tenant'
      criteria.push(atMost(`ratio of p50, ${name}, ${tenants}`, ratio, mostRatio))
    }
  }
  const errors = rows
    .flatMap(({ figures }) => figures)
    .reduce((sum, { measured }) => sum + measured.errors, 0)
  criteria.push(none('errors', errors))
  const met = criteria.filter((one) => one.met).length
  return {
    figures: `${met} of ${criteria.length} criteria met, ratios of p50 ≤ ${mostRatio}, ${errors} errors`,
    criteria,
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'loads up to ten million tasks, which takes hours',
  budgetSeconds: 7200,
  exclusive: true,
  covers: ['server/src/domains/tasks/list', 'server/src/db/migrations'],
  claim: 'searches for parts of words stay as fast as data grows',
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
      const rows = await measure(sides, plan, log)
      const verdict = judge(rows, plan)
      const rounds = `rounds: ${plan.rounds.count} of ${plan.rounds.seconds} s`
      const missing = plan.sizes.filter(({ tasks, tenants }) =>
        sides.every((side) => side.tasks !== tasks || side.tenants !== tenants),
      )
      const { figures } = verdict
      if (full) writeSearchReport({ description, rounds, figures, rows, missing })
      return verdict
    } finally {
      await Promise.all(sides.map((side) => side.stop()))
      await closeDataSets(cluster, sides)
      await cluster.stop()
      rmSync(root, { recursive: true })
    }
  },
}
