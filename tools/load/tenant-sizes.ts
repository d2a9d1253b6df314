// How many tasks each tenant gets: few tenants have most of them, as in life.

/**
 * Zipf's law: the tenant of rank r gets a share of 1 / r^skew. With a skew of 1 and 10,000 tenants the largest has
 * 10 % of all tasks and half of the tenants share 7 %. Sizes add up to `tasks` exactly, largest first.
 */
export function tenantSizes(tenants: number, tasks: number, skew = 1): number[] {
  const weights = Array.from({ length: tenants }, (_, index) => 1 / (index + 1) ** skew)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const sizes: number[] = []
  let weightSoFar = 0
  let given = 0
  for (const weight of weights) {
    weightSoFar += weight
    // Rounding the running total instead of each share leaves nothing over.
    const upTo = Math.round((tasks * weightSoFar) / sum)
    sizes.push(upTo - given)
    given = upTo
  }
  return sizes.toSorted((a, b) => b - a)
}
