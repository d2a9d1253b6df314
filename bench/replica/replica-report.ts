// The page a full run of `replica` leaves in docs/guarantees.
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { FreshnessFigures } from './freshness.ts'
import type { ListFigures } from './list-rounds.ts'

export type ReplicaReport = {
  machine: string
  /** For each server. */
  cores: number
  lists: ListFigures
  freshness: FreshnessFigures
}

export function writeReplicaReport(report: ReplicaReport): void {
  writeGuarantee('bench-replica', render(report))
}

function render({ machine, cores, lists, freshness }: ReplicaReport): string {
  return `# Lists with a read replica

Rate of listing pages of tasks with one replica, as a ratio to the primary alone; and stale reads after an own write.

\`\`\`sh
npm run bench -- replica --full
npm run bench -- replica --control
\`\`\`

## Throughput

Every request lists the newest 50 tasks of one of 100 tenants, at 64 connections. The primary and its streaming standby may each
use ${cores} of a core (a CPU quota of their control groups, in periods of 10 ms), as servers of the same size do. The service and
the load generator have no quota. One process of the service uses the primary alone and one uses both; they alternate in short
rounds, and the ratio is the median of the rounds.

${machine
  .split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}
- 9 rounds of 5 s for each row

${tableOf(lists)}

With a replica ${lists.ratio.toFixed(2)} times as many lists (${lists.ratioRange.map((value) => value.toFixed(2)).join('–')}).

The ratio cannot reach 2: before each read of the standby, the process asks the primary for its position in the WAL. Reads that
wait at the same time share the question, so its number depends on how fast the primary responds and not on the number of reads.
The primary has that much less CPU time for lists of its own.

${renderFreshness(freshness)}`
}

function tableOf(lists: ListFigures): string {
  const rows = (['without', 'with'] as const).map((name) => {
    const one = lists[name]
    const used = [one.primaryCores, one.standbyCores, one.serviceCores]
    return [
      name === 'with' ? 'primary and standby' : 'primary',
      count(one.perSecond),
      `${one.p50Ms.toFixed(1)} / ${one.p99Ms.toFixed(1)}`,
      ...used.map((value) => value.toFixed(2)),
      count(one.primaryTransactions),
      String(one.errors),
    ]
  })
  const header =
    'Servers,list/s,p50 / p99 ms,cores of the primary,cores of the standby,cores of the service,transactions/s of the primary,errors'.split(
      ',',
    )
  const table = [header, header.map(() => '---'), ...rows]
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function renderFreshness(figures: FreshnessFigures): string {
  const { writes, reads, stale, errors, faults, servedBy, fallbacks } = figures
  const rows = [
    ['writes', count(writes)],
    ['reads after them', count(reads)],
    ['stale', String(stale)],
    ['errors', String(errors.length)],
    ['faults', String(faults.length)],
    ['served by the standby', count(servedBy.replica)],
    ['served by the primary', count(servedBy.primary)],
    ...Object.entries(fallbacks).map(([reason, value]) => [
      `fallbacks to the primary: \`${reason}\``,
      count(value),
    ]),
  ]
  return `## Reads after an own write

24 clients of 8 tenants create and change tasks through one of two processes, and then list and count through both at the same
time. The list must show the task as it was written, and the count must include it. In the meantime, the replay of the standby is 20 ms
late, 300 ms late or paused, the standby does not respond, or it is killed and restarted, in turns with times without a fault.

| | |
| --- | --- |
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

Reads that wait for the same page share a statement, so the servers serve fewer reads than clients send. The control runs the same
without the question for the position, and finds stale reads.
`
}

const count = (value: number) => Math.round(value).toLocaleString('en-US')
