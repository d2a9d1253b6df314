// Writes a line chart as SVG: powers of ten to the right, values from zero upwards.

export type Line = { name: string; mark: string; points: { x: number; y: number }[] }

export type Chart = {
  title: string
  /** Left edge in the picture. */
  x: number
  lines: Line[]
}

type Box = { width: number; height: number }

const margin = { left: 56, right: 30, top: 76, bottom: 44 }

export function renderChart({ title, x: offset, lines }: Chart, box: Box): string {
  const points = lines.flatMap((line) => line.points)
  const decades = points.map(({ x }) => Math.log10(x))
  const [first, last] = [Math.floor(Math.min(...decades)), Math.ceil(Math.max(...decades))]
  const steps = valueSteps(Math.max(...points.map(({ y }) => y)))
  const top = steps.at(-1) ?? 1
  const plotWidth = box.width - margin.left - margin.right
  const plotHeight = box.height - margin.top - margin.bottom
  const place = {
    x: (value: number) =>
      round(margin.left + (plotWidth * (Math.log10(value) - first)) / Math.max(1, last - first)),
    y: (value: number) => round(margin.top + plotHeight * (1 - value / top)),
  }
  const grid = steps.map((value) => {
    const y = place.y(value)
    return `<line class="grid" x1="${margin.left}" y1="${y}" x2="${box.width - margin.right}" y2="${y}"/>
<text x="${margin.left - 8}" y="${y + 4}" text-anchor="end">${value.toLocaleString('en-US')}</text>`
  })
  const bottom = box.height - margin.bottom
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const exponent = first + index
    return `<text x="${place.x(10 ** exponent)}" y="${bottom + 20}" text-anchor="middle">10<tspan dy="-5" font-size="9">${exponent}</tspan></text>`
  })
  const middle = margin.left + plotWidth / 2
  return `<g transform="translate(${offset} 0)">
<text class="title" x="${margin.left}" y="22">${title}</text>
${lines.map(renderKey).join('\n')}
${grid.join('\n')}
${ticks.join('\n')}
<text x="${middle}" y="${bottom + 38}" text-anchor="middle">tasks</text>
${lines.map((line) => renderLine(line, place)).join('\n')}
</g>`
}

type Place = { x: (value: number) => number; y: (value: number) => number }

function renderLine({ mark, points }: Line, place: Place): string {
  const path = points.map(({ x, y }) => `${place.x(x)},${place.y(y)}`).join(' ')
  const dots = points.map(
    ({ x, y }) => `<circle class="${mark}" cx="${place.x(x)}" cy="${place.y(y)}" r="3"/>`,
  )
  return `<polyline class="line ${mark}" points="${path}"/>\n${dots.join('')}`
}

/** Two beside each other, above the chart. */
function renderKey({ name, mark }: Line, index: number): string {
  const x = margin.left + (index % 2) * 170
  const y = 42 + Math.floor(index / 2) * 17
  return `<line class="line ${mark}" x1="${x}" y1="${y - 4}" x2="${x + 26}" y2="${y - 4}"/><text x="${x + 32}" y="${y}">${name}</text>`
}

/** Round values from zero to the first above the highest, four to eight of them. */
export function valueSteps(highest: number): number[] {
  const rough = Math.max(highest, 1e-6) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(6)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
