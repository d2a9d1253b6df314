// The growth as a picture: times of a list on the left, rate of creates on the right, over the number of tasks.

import type { Figure, Row } from '../lib/by-size/rounds.ts'
import { type Chart, renderChart } from './svg-chart.ts'

const WIDTH = 880
const HEIGHT = 380
const PANEL = 440

/** Own colors for light and dark pages: an image does not inherit those of the page around it. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 14px; font-weight: 600; fill: #24292f }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .line { fill: none; stroke-width: 2 }
  .one { stroke: #9a6700; fill: #9a6700 }
  .many { stroke: #0969da; fill: #0969da }
  .dashed { stroke-dasharray: 5 4 }
  .line.one, .line.many { fill: none }
  circle { stroke: none !important }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 }
    .title { fill: #f0f6fc }
    .grid { stroke: #3d444d }
    .one { stroke: #d29922; fill: #d29922 }
    .many { stroke: #4493f8; fill: #4493f8 }
  }`

export function growthPlot(rows: readonly Row[]): string {
  const figuresOf = (name: string) => rows.find((row) => row.name === name)?.figures ?? []
  const [lists, creates] = [figuresOf('list'), figuresOf('create')]
  const charts: Chart[] = [
    {
      title: 'List of 50: milliseconds, p50 and p99 (dashed)',
      x: 0,
      lines: (['p50Ms', 'p99Ms'] as const).flatMap((value) =>
        layouts(lists).map(({ name, mark, figures }) => ({
          name: `${name}, ${value.slice(0, 3)}`,
          mark: value === 'p99Ms' ? `${mark} dashed` : mark,
          points: figures.map(({ size, measured }) => ({ x: size.tasks, y: measured[value] })),
        })),
      ),
    },
    {
      title: 'Create: requests per second',
      x: PANEL,
      lines: layouts(creates).map(({ name, mark, figures }) => ({
        name,
        mark,
        points: figures.map(({ size, measured }) => ({ x: size.tasks, y: measured.perSecond })),
      })),
    },
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title desc">
<title id="title">List and create as data grows</title>
<desc id="desc">${describe(charts)}</desc>
<style>${style}
</style>
${charts.map((chart) => renderChart(chart, { width: PANEL, height: HEIGHT })).join('\n')}
</svg>
`
}

const isOne = ({ size }: Figure) => size.tenants === 1

function layouts(figures: readonly Figure[]) {
  return [
    { name: 'many tenants', mark: 'many', figures: figures.filter((one) => !isOne(one)) },
    { name: '1 tenant', mark: 'one', figures: figures.filter(isOne) },
  ].filter((layout) => layout.figures.length > 0)
}

/** The same in words, for those who do not see it. */
function describe(charts: readonly Chart[]): string {
  return charts
    .flatMap(({ title, lines }) =>
      lines.map(({ name, points }) => {
        const values = points.map(({ x, y }) => `${y.toFixed(1)} at ${x.toLocaleString('en-US')}`)
        return `${title}; ${name}: ${values.join(', ')} tasks.`
      }),
    )
    .join(' ')
}
