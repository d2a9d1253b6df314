// The page and the plot a full run leaves: requests by size, one table for one tenant and one for many.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { Size } from '../lib/data-sets.ts'
import { growthPlot } from './growth-plot.ts'
import type { Figure, Row } from './rounds.ts'

const docs = join(import.meta.dirname, '../../docs')
const plotFile = 'reference/performance-growth.svg'
/** Tasks in a full answer. */
const PAGE = 50

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
${missing.map(({ tasks, tenants }) => `- not measured, not enough disk space: ${format(tasks)} tasks of ${format(tenants)} tenants\n`).join('')}
## Many tenants

${table(
  rows,
  sizes.filter(({ tenants }) => tenants > 1),
)}

## One tenant

${table(
  rows,
  sizes.filter(({ tenants }) => tenants === 1),
)}

Times in ms. ⁂ marks requests that are so slow that only a few were measured, one after the other.
`
}

function table(rows: readonly Row[], sizes: readonly Size[]): string {
  const header = [
    'Request',
    ...sizes.flatMap(({ tasks, tenants }) => [
      `${format(tasks)} tasks${tenants > 1 ? ` / ${format(tenants)}` : ''}: p50 / p99`,
      'req/s',
    ]),
  ]
  const lines = rows.map(({ name, figures }) => [
    name,
    ...sizes.flatMap((size) =>
      columnsOf(
        name,
        figures.find((one) => one.size === size),
      ),
    ),
  ])
  return [header, header.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function columnsOf(name: string, figure: Figure | undefined): [string, string] {
  if (!figure) return ['–', '–']
  const { measured, rows, isSlow } = figure
  const { p50Ms, p99Ms, perSecond, errors } = measured
  const isPartial = !['create', 'get'].includes(name) && rows < PAGE - 0.5
  const times = `${p50Ms.toFixed(1)} / ${p99Ms.toFixed(1)}`
  const notes = [
    ...(isPartial ? [`(${rows.toFixed(0)})`] : []),
    ...(isSlow ? ['⁂'] : []),
    ...(errors > 0 ? [`${errors} errors`] : []),
  ]
  const rate = perSecond < 10 ? perSecond.toFixed(1) : format(Math.round(perSecond))
  return [[times, ...notes].join(' '), rate]
}

function format(count: number): string {
  return count.toLocaleString('en-US')
}
