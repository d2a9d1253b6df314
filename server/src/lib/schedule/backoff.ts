// Exponential backoff: the one formula for how long to wait after failures in a row.

/** Zero before the first failure; then `firstMs`, doubled with each further failure, up to `maxMs`. */
export function backoffMs(failures: number, options: { firstMs: number; maxMs: number }): number {
  return failures > 0 ? Math.min(options.firstMs * 2 ** (failures - 1), options.maxMs) : 0
}
