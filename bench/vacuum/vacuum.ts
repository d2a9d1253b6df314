// Table growth after updates under different storage settings, and the effect of new tasks on a search; the schema uses the
// best settings.
import type { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { atMost, isTrue } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { type DataCluster, startDataCluster } from '../lib/data-cluster.ts'
import { closeDataSets, openDataSets, type Size } from '../lib/data-sets.ts'
import { chooseSettings, describeMachine } from '../lib/engine.ts'
import { arriveAndSearch } from './arrive-and-search.ts'
import { changeTasks, type Upkeep } from './change-tasks.ts'
import { arrivalVariants, changeVariants } from './variants.ts'

type Log = (line: string) => void

/** What takes hours goes in minutes: vacuum looks as much oftener as changes come faster, and is not slowed down. */
const hurry = { autovacuum_naptime: '1s', autovacuum_vacuum_cost_delay: '0' }

const settings = (directory: string) => ({ ...chooseSettings(directory), ...hurry })
const changesOf = ({ tasks }: Size) => tasks * 0.6
const format = (count: number) => count.toLocaleString('en-US')
const percent = (part: number) => `${(part * 100).toFixed(1)} %`

/** Each on a fresh copy of the same data. */
async function withCopy<T>(
  cluster: DataCluster,
  size: Size,
  work: (admin: Client) => Promise<T>,
): Promise<T> {
  const sets = await openDataSets(cluster, [size], () => {})
  const [set] = sets
  if (!set) throw new Error('there is no room for the data')
  try {
    return await withAdmin(set.superuserUrl, work)
  } finally {
    await closeDataSets(cluster, sets)
  }
}

async function compareChanges(cluster: DataCluster, size: Size, log: Log): Promise<Upkeep[]> {
  const all: Upkeep[] = []
  for (const { name, statements } of changeVariants) {
    const one = await withCopy(cluster, size, (admin) =>
      changeTasks(admin, statements, changesOf(size)),
    )
    all.push(one)
    log(
      `${name}: table ${percent(one.tableGrowth)} larger, indexes ${percent(one.indexGrowth)}, dead rows ${percent(one.deadShare)}, without index work ${percent(one.hotShare)}, ${one.vacuums} vacuums, ${one.perSecond.toFixed(0)} changes/s`,
    )
  }
  return all
}

async function compareArrivals(
  cluster: DataCluster,
  size: Size,
  tasks: number,
  log: Log,
): Promise<void> {
  for (const { name, statements } of arrivalVariants) {
    const one = await withCopy(cluster, size, (admin) => arriveAndSearch(admin, statements, tasks))
    log(
      `${name}: ${one.perSecond.toFixed(0)} tasks/s, search p50 ${one.searchP50Ms.toFixed(1)} p99 ${one.searchP99Ms.toFixed(1)} ms`,
    )
  }
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'informs a decision about storage settings; does not guard against regressions',
  budgetSeconds: 600,
  exclusive: true,
  covers: ['server/src/db'],
  claim: 'storage settings of tasks, compared by table growth after updates and cost of inserts',
  hasControl: false,
  prove: async ({ full, log }) => {
    const size = full ? { tasks: 1_000_000, tenants: 10_000 } : { tasks: 20_000, tenants: 200 }
    const cluster = await startDataCluster(process.env['TASK_SERVICE_BENCH_DATA'], settings)
    try {
      log(describeMachine(cluster, cluster.settings))
      const [first, ...others] = await compareChanges(cluster, size, log)
      await compareArrivals(cluster, size, full ? 30_000 : 2_000, log)
      const least = Math.min(...others.map(({ tableGrowth }) => tableGrowth))
      return {
        figures: `after ${format(changesOf(size))} changes of ${format(size.tasks)} tasks the table is ${percent(first?.tableGrowth ?? 0)} larger with defaults, ${percent(least)} with the best settings`,
        criteria: [
          isTrue('measurement with default settings', first !== undefined),
          atMost('table growth with the best settings', least, first?.tableGrowth ?? Number.NaN),
        ],
      }
    } finally {
      await cluster.stop()
    }
  },
}
