// The page that a full run writes: searches by size, one table for many tenants and one for a single tenant.
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { Row } from '../lib/by-size/rounds.ts'
import { formatCount, sizeTable } from '../lib/by-size/size-table.ts'
import type { Size } from '../lib/data-sets.ts'

export type SearchReport = {
  /** Of machine and server. */
  description: string
  rounds: string
  /** The line the run ends with. */
  figures: string
  rows: readonly Row[]
  /** Sizes the machine had no room for. */
  missing: readonly Size[]
}

export function writeSearchReport(report: SearchReport): void {
  writeGuarantee('bench-search', searchPage(report))
}

export function searchPage({ description, rounds, figures, rows, missing }: SearchReport): string {
  const sizes = rows[0]?.figures.map(({ size }) => size) ?? []
  const notes = [
    ...description.split('\n'),
    rounds,
    ...missing.map(
      ({ tasks, tenants }) =>
        `not measured, not enough disk space: ${formatCount(tasks)} tasks of ${formatCount(tenants)} tenants`,
    ),
  ]
  return `# Search as data grows

Latency of searches for parts of words, with row-level security, from 10,000 to 10,000,000 tasks.

\`\`\`sh
npm run bench -- search --full
\`\`\`

${figures}

Databases of all sizes are in one cluster, each with one process of the service, and are measured alternately in short rounds with
warm caches. Figures are medians of the rounds. A page has 50 tasks; where fewer match, their number is in parentheses. How search
works: [decision 0066](../decisions/0066-search-parts.md).

${notes.map((note) => `- ${note}`).join('\n')}

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
