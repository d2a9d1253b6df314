// The page a full run leaves in docs/guarantees: command, machine, table.
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { Engine } from './engine.ts'
import type { Cell } from './side-by-side.ts'

export type Report = {
  name: string
  title: string
  claim: string
  /** What both sides do and how they differ. */
  method: string
  engine: Engine
  rounds: string
  cells: readonly Cell[]
}

export function writeReport(report: Report): void {
  writeGuarantee(`bench-${report.name}`, render(report))
}

function render({ name, title, claim, method, engine, rounds, cells }: Report): string {
  const machine = engine.description.split('\n').map((line) => `- ${line}`)
  return `# ${title}

${claim}

\`\`\`sh
npm run bench -- ${name} --full
\`\`\`

${method}

${machine.join('\n')}
- ${rounds}

${table(cells)}
`
}

function columnsOf(one: Measurement): string[] {
  const rate = Math.round(one.perSecond).toLocaleString('en-US')
  return [rate, `${one.p50Ms.toFixed(1)} / ${one.p99Ms.toFixed(1)}`]
}

function table(cells: readonly Cell[]): string {
  const header =
    'Data,service req/s,p50 / p99 ms,pgbench tx/s,p50 / p99 ms,ratio,range of ratios,ratio of p99,errors'.split(
      ',',
    )
  const rows = cells.map((cell) => [
    cell.name,
    ...columnsOf(cell.service),
    ...columnsOf(cell.engine),
    cell.ratio.toFixed(2),
    cell.ratioRange.map((value) => value.toFixed(2)).join('–'),
    cell.p99Ratio.toFixed(2),
    String(cell.service.errors + cell.engine.errors),
  ])
  const widths = header.map((_, column) =>
    Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)),
  )
  const line = (row: string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(header), rule, ...rows.map(line)].join('\n')
}
