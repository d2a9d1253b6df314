// Changes of the directory, and how long each takes until the running HAProxy routes by it.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../server/src/db/sql.ts'
import { type Directory, raiseRevision } from '../../server/src/fleet/directory/open-directory.ts'
import {
  claimSlug,
  confirmClaim,
  findPlacement,
  releaseSlug,
} from '../../server/src/fleet/directory/placements.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { askHost, type HostAnswer } from '../../tests/harness/network/ask-host.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { HOST_SUFFIX } from './arena.ts'

const KINDS = ['moved', 'added', 'removed'] as const
export type Kind = (typeof KINDS)[number]

export type Change = { kind: Kind; slug: string; cell: string | null }

/** Chosen in turns, so that every run has all kinds. `spared` are slugs that stay as they are, from then on this one, too. */
export async function makeChange(
  directory: Directory,
  index: number,
  facts: { random: SeededRandom; hosts: number; cells: readonly string[]; spared: Set<string> },
): Promise<Change> {
  const { random, hosts, cells, spared } = facts
  const kind = KINDS[index % KINDS.length] ?? 'moved'
  const cell = cells[random.between(0, cells.length - 1)] ?? ''
  if (kind === 'added') {
    const claim = { slug: `added-${index}`, tenantId: uuidv7(), cell }
    await claimSlug(directory, claim)
    await confirmClaim(directory, claim)
    return { kind, slug: claim.slug, cell }
  }
  for (;;) {
    const slug = `tenant-${random.between(1, hosts)}`
    if (spared.has(slug)) continue
    const placement = await findPlacement(directory, slug)
    if (!placement || placement.cell === cell) continue
    spared.add(slug)
    if (kind === 'removed') {
      await releaseSlug(directory, { slug, cell: placement.cell }, ['active'])
      return { kind, slug, cell: null }
    }
    await directory.change(async () => {
      const revision = await raiseRevision(directory)
      await directory.rows(sql`
        update directory.tenants set cell = ${cell}, revision = ${revision} where slug = ${slug}`)
    })
    return { kind, slug, cell }
  }
}

/** What a proxy that knows the change answers. */
export function follows({ slug, cell }: Change, { status, body }: HostAnswer): boolean {
  return cell === null ? status === 421 : body === `${cell} ${slug}.${HOST_SUFFIX}`
}

/** Undefined if the change is still not effective when the time is over. */
export async function measureEffect(
  port: number,
  change: Change,
  timeoutMs: number,
): Promise<number | undefined> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await askHost(port, `${change.slug}.${HOST_SUFFIX}`)
    const passedMs = performance.now() - startedAt
    if (follows(change, answer)) return passedMs
    if (passedMs > timeoutMs) return undefined
    await sleep(2)
  }
}
