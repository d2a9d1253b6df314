// Fair scheduling: tenants take turns, and none gets more than half of all slots.

export function pickFairly<T extends { tenant_id: string }>(
  candidates: readonly T[],
  { slots, most, busy }: { slots: number; most: number; busy: readonly string[] },
): T[] {
  const atMost = Math.max(1, Math.ceil(most / 2))
  const counts = new Map<string, number>()
  for (const tenant of busy) counts.set(tenant, (counts.get(tenant) ?? 0) + 1)
  const waiting = [...candidates]
  const picked: T[] = []
  while (picked.length < slots) {
    let next: number | undefined
    for (const [place, { tenant_id: tenant }] of waiting.entries()) {
      const count = counts.get(tenant) ?? 0
      const best = next === undefined ? Infinity : (counts.get(waiting[next]?.tenant_id ?? '') ?? 0)
      if (count < atMost && count < best) next = place
    }
    if (next === undefined) break
    const [one] = waiting.splice(next, 1)
    if (!one) break
    picked.push(one)
    counts.set(one.tenant_id, (counts.get(one.tenant_id) ?? 0) + 1)
  }
  return picked
}
