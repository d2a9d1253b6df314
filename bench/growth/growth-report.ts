// The page and the plot a full run leaves: requests by size, one table for one tenant and one for many.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { Row } from '../lib/by-size/rounds.ts'
import { formatCount, sizeTable } from '../lib/by-size/size-table.ts'
import type { Size } from '../lib/data-sets.ts'
import { growthPlot } from './growth-plot.ts'

const docs = join(import.meta.dirname, '../../docs')
const plotFile = 'reference/performance-growth.svg'
export type GrowthReport = {
  /** Of machine and server. */
  description: string
  rounds: string
  /** The line the run ends with. */
  figures: string
  rows: readonly Row[]
  /** Sizes the machine had no room for. */
  missing: readonly Size[]
}

export function writeGrowthReport(report: GrowthReport): void {
  writeFileSync(join(docs, plotFile), growthPlot(report.rows))
  writeGuarantee('bench-growth', growthPage(report))
}

export function growthPage({ description, rounds, figures, rows, missing }: GrowthReport): string {
  const machine = description.split('\n').map((line) => `- ${line}`)
  const sizes = rows[0]?.figures.map(({ size }) => size) ?? []
  return `# Performance as data grows

Latency of lists and rate of creates from 10,000 to 10,000,000 tasks.

\`\`\`sh
npm run bench -- growth --full
\`\`\`

${figures}

![Latency of a list and rate of creates over the number of tasks](../${plotFile})

Databases of all sizes are in one cluster, each with one process of the service. They are measured alternately in short
rounds with warm caches; figures are medians of the rounds. Reads use 8 connections, so that times do not include queueing;
creates use 64. Every request goes to a randomly chosen tenant. Tenants have the same number of tasks, and their rows are mixed
on disk as if they had been created one by one. A page has 50 tasks; where fewer match, their number is in parentheses. With
many tenants, more tasks in total also mean more tasks per tenant (62, 100 and 1,000), so filters match more.

Creates are measured between two checkpoints. After a checkpoint, PostgreSQL logs each page in full when it is first changed.
With 10,000 large tenants these are one page of every index for each tenant: for about ten seconds creates run at three quarters
of the rate, then as before. A longer \`checkpoint_timeout\` makes that rarer.

${machine.join('\n')}
- ${rounds}
${missing.map(({ tasks, tenants }) => `- not measured, not enough disk space: ${formatCount(tasks)} tasks of ${formatCount(tenants)} tenants\n`).join('')}
## Many tenants

${sizeTable(
  rows,
  sizes.filter(({ tenants }) => tenants > 1),
)}

## One tenant

${sizeTable(
  rows,
  sizes.filter(({ tenants }) => tenants === 1),
)}

Times in ms. ⁂ marks requests that are so slow that only a few were measured, one after the other.
`
}
