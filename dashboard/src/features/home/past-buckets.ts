// Hours or days that are over. The current one has had less time than the others, so that every line would fall at its end.

/** All of them while there is nothing in the past yet, as in a new workspace. */
export function countPastBuckets(...series: readonly (readonly number[])[]): number {
  const hasPast = series.some((counts) => counts.slice(0, -1).some((count) => count > 0))
  const all = Math.max(0, ...series.map((counts) => counts.length))
  return hasPast ? all - 1 : all
}
