// A line through the values of hours, as the path of an SVG that is one unit wide per hour and 100 units high.

/** Interrupted where an hour has no value. An hour between two such ones is a dot: a line of almost no length. */
export function latencyPath(values: readonly (number | null)[], ceiling: number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const x = index + 0.5
      const y = Number(((1 - value / ceiling) * 100).toFixed(1))
      return (values[index - 1] ?? null) === null ? `M${x} ${y}h0.01` : `L${x} ${y}`
    })
    .join('')
}
