// The table of a report: requests by size of the data.
import type { Size } from '../data-sets.ts'
import type { Figure, Row } from './rounds.ts'

/** Tasks in a full response. */
const PAGE = 50

export function sizeTable(rows: readonly Row[], sizes: readonly Size[]): string {
  const header = [
    'Request',
    ...sizes.flatMap(({ tasks, tenants }) => [
      `${formatCount(tasks)} tasks${tenants > 1 ? ` / ${formatCount(tenants)}` : ''}: p50 / p99`,
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
  const rate = perSecond < 10 ? perSecond.toFixed(1) : formatCount(Math.round(perSecond))
  return [[times, ...notes].join(' '), rate]
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
