// The order of an upgrade: first the canary, then waves of cells.

export type WaveOptions = {
  /** Names; by default the cell with the fewest tenants. */
  canary: readonly string[] | undefined
  waveSize: number
}

/** Small cells first, so that a fault which the canary does not show affects few tenants. */
export function planWaves(
  cells: readonly { name: string; tenants: number }[],
  { canary, waveSize }: WaveOptions,
): string[][] {
  const names = cells
    .toSorted((a, b) => a.tenants - b.tenants || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name)
  const first = canary ? names.filter((name) => canary.includes(name)) : names.slice(0, 1)
  const others = names.filter((name) => !first.includes(name))
  const waves = first.length > 0 ? [first] : []
  for (let at = 0; at < others.length; at += waveSize) waves.push(others.slice(at, at + waveSize))
  return waves
}
