// A line through values that never leaves the span between two adjacent ones, so that it shows no value that did not occur.

/** Room for the width of the line. */
const MARGIN = 2

export function smoothPath(values: readonly number[], width: number, height: number): string {
  if (values.length === 0) return ''
  const most = Math.max(1, ...values)
  const stepX = width / Math.max(1, values.length - 1)
  const points = values.map((value, index) => ({
    x: index * stepX,
    y: height - MARGIN - (value / most) * (height - 2 * MARGIN),
  }))
  const slopes = slopesOf(points.map(({ y }) => y))
  const parts = points.slice(1).map(({ x, y }, index) => {
    const from = points[index] ?? { x, y }
    const [first = 0, second = 0] = [slopes[index], slopes[index + 1]]
    const third = stepX / 3
    return `C${print(from.x + third)} ${print(from.y + first / 3)} ${print(x - third)} ${print(y - second / 3)} ${print(x)} ${print(y)}`
  })
  const [start = { x: 0, y: height }] = points
  return `M${print(start.x)} ${print(start.y)}${parts.join('')}`
}

const print = (value: number): string => value.toFixed(1)

/** Flat where the values turn, otherwise the harmonic mean of both sides (Fritsch and Carlson). */
function slopesOf(heights: readonly number[]): number[] {
  const steps = heights.slice(1).map((height, index) => height - (heights[index] ?? height))
  return heights.map((_, index) => {
    const [before = 0, after = 0] = [steps[index - 1], steps[index]]
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after)
  })
}
