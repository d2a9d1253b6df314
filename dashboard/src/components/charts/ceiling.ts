// The top of a scale.

/** Between the lines of the grid. */
export const LINES = 4

/** The least round number that all values fit under, with whole steps between the lines. */
export function ceilingOf(values: readonly number[]): number {
  const most = Math.max(LINES, ...values)
  const size = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * size >= most) ?? 10
  return Math.ceil((step * size) / LINES) * LINES
}
