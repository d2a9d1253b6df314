// How the connections of one process are divided between the work of tenants.

/** With fewer connections, the parts would be too small to share. */
const LEAST_TO_DIVIDE = 5
const EXPENSIVE_SHARE = 0.3
/** One tenant gets at most one of two, so that another finds one. */
const LEAST_EXPENSIVE = 2

export type Divided = {
  /** For reads that may take long; 0 where they run on the same connections as everything else. */
  expensive: number
  /** For everything else. */
  general: number
  /** The part of `general` that tenants may hold; the rest is for read batches, which serve all tenants. */
  forTenants: number
}

export type Division = {
  poolSize: number
  expensiveReadTimeoutMs: number | null
  tenantShare: number | null
}

export function divideConnections(options: Division): Divided {
  const { poolSize, expensiveReadTimeoutMs, tenantShare } = options
  const isDivided = expensiveReadTimeoutMs !== null && poolSize >= LEAST_TO_DIVIDE
  const expensive = isDivided
    ? Math.max(LEAST_EXPENSIVE, Math.floor(poolSize * EXPENSIVE_SHARE))
    : 0
  const general = poolSize - expensive
  const keepsOne = tenantShare !== null && general > 3
  return { expensive, general, forTenants: keepsOne ? general - 1 : general }
}
