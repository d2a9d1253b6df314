// Which integrations have something to do, and who gets a turn: no tenant takes all of them.
import type { Feed } from '#db/feed/feed.ts'
import { pickFairly } from '#lib/schedule/pick-fairly.ts'
import { claimLeases, type Lease, listCandidates } from '../store.ts'
import { LEASE_MS } from './run-tick.ts'

const CANDIDATES = 500

/** `busy`: tenants of the turns in progress in this process, once per turn. */
export async function claimWork(
  feed: Pick<Feed, 'look' | 'tx'>,
  options: { slots: number; most: number; busy: readonly string[]; leaseMs?: number | undefined },
): Promise<Lease[]> {
  if (options.slots <= 0) return []
  const candidates = await listCandidates(feed.look, CANDIDATES)
  const picked = pickFairly(candidates, options)
  if (picked.length === 0) return []
  // Checks again what the look found.
  return feed.tx((tx) => claimLeases(tx, picked, options.leaseMs ?? LEASE_MS))
}
