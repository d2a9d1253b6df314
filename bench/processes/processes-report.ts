// The page a full run of `processes` leaves in docs/guarantees.

import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { FleetFigures } from './fleet-rounds.ts'

const method = `The same 64 client connections are distributed over 1, 2 and 4 API processes on one database of 100 tenants: first
all create tasks, then all list pages of 50. The setups alternate in short rounds; ratios are medians over the rounds, relative
to one directly connected process in the same round. Everything shares the same cores, so more processes cannot be faster here:
the table shows that they do not slow each other down. Behind pgbouncer, each transaction or batch of reads costs one more round
trip, and pgbouncer itself needs CPU time; with \`transaction\`, every statement is also parsed and planned each time
([decision 0019](../decisions/0019-pooler.md)).`

export type ProcessesReport = {
  machine: string
  figures: readonly FleetFigures[]
  /** Connections of pgbouncer to PostgreSQL at the end. */
  servers: number
  /** Connections one process may have. */
  budget: number
}

export function writeProcessesReport({ machine, figures, servers, budget }: ProcessesReport): void {
  const rows = figures.map((one) => [
    `${one.processes} × ${one.way}`,
    ...describe(one.create, one.createRatio),
    ...describe(one.list, one.listRatio),
    `${one.peak.together} of ${one.processes * budget}`,
  ])
  const header = 'Processes,create/s,p99 ms,ratio,list/s,p99 ms,ratio,connections'.split(',')
  const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  const page = `# Several API processes on one database

\`\`\`sh
npm run bench -- processes --full
\`\`\`

${method}

${machine
  .split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}
- 5 rounds of 4 s for each figure

${lines.join('\n')}

Connections are those of the processes, to PostgreSQL or to pgbouncer. pgbouncer had ${servers} connections to PostgreSQL for all seven
processes behind it.
`
  writeGuarantee('bench-processes', page)
}

function describe({ perSecond, p99Ms }: Measurement, ratio: number): string[] {
  return [Math.round(perSecond).toLocaleString('en-US'), p99Ms.toFixed(1), ratio.toFixed(2)]
}
