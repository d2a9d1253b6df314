// Brings the maps of a running HAProxy from their revision to that of the directory.
import { sql } from '#db/sql.ts'
import { type Directory, readRevision } from '#fleet/directory/open-directory.ts'
import { type HostChange, listChanges, walkHosts } from '#fleet/directory/placements.ts'
import { changesFileOf, REVISION_KEY } from '#fleet/ingress/haproxy.ts'
import { UNKNOWN } from '#fleet/ingress/unknown-tenant.ts'
import { openHostMap } from './host-map.ts'

export type Pushed = {
  from: string | null
  to: string
  /** Hosts that changed; null if the map of all hosts was replaced. */
  changes: number | null
}

/** `file`: the map of all hosts; that of the changes is next to it. */
export type PushTarget = { socket: string; file: string; hostSuffix: string }

/**
 * Hosts in the map of changes. Each push replaces that map, 3 ms for this many; a change in the map of all hosts would
 * walk its whole list, 40 ms for a million hosts, and requests would wait meanwhile.
 */
const MAX_CHANGES = 1_000

/** Any constant does, as long as nothing else in that database uses it. */
const PUSH_LOCK = 7_264_094

/**
 * HAProxy has two maps: all hosts as of one revision, and the hosts that changed since, which it looks up first. Each is replaced
 * at once, so a push is safe to repeat and to kill at any moment.
 */
export async function pushChanges(directory: Directory, target: PushTarget): Promise<Pushed> {
  // Two that push to the same HAProxy could write an older state over a newer one.
  const lock = sql`${PUSH_LOCK}, hashtext(${target.socket})`
  await directory.rows(sql`select pg_advisory_lock(${lock})`)
  try {
    return await push(directory, target)
  } finally {
    await directory.rows(sql`select pg_advisory_unlock(${lock})`).catch(() => undefined) // the connection is gone, and with it the lock
  }
}

async function push(directory: Directory, target: PushTarget): Promise<Pushed> {
  const { socket, file, hostSuffix } = target
  const all = openHostMap(socket, file)
  const changed = openHostMap(socket, changesFileOf(file))
  const base = (await all.find(REVISION_KEY)) ?? null
  const from = (await changed.find(REVISION_KEY)) ?? base
  const { to, changes } = await readChanges(directory, base)
  if (from === to && changes !== null) return { from, to, changes: 0 }
  if (changes !== null) {
    await changed.replace([listChanged(changes, to, hostSuffix)])
    // A directory restored from a backup has an older revision than the last push.
    const since = from !== null && isNewer(from, to) ? base : from
    return { from, to, changes: changes.filter((one) => isNewer(one.revision, since)).length }
  }
  return directory.snapshot(async () => {
    const revision = await readRevision(directory)
    await all.replace(listEntries(directory, revision, hostSuffix))
    // Until then, hosts that changed in the last moments lead to where they were.
    await changed.replace([listChanged([], revision, hostSuffix)])
    return { from, to: revision, changes: null }
  })
}

/** Null: replace everything. HAProxy may have no revision, or a newer one if the directory was restored from a backup. */
async function readChanges(
  directory: Directory,
  base: string | null,
): Promise<{ to: string; changes: HostChange[] | null }> {
  return directory.snapshot(async () => {
    const to = await readRevision(directory)
    if (base === null || !REVISION.test(base) || isNewer(base, to)) return { to, changes: null }
    if (base === to) return { to, changes: [] }
    const changes = await listChanges(directory, base, MAX_CHANGES + 1)
    return { to, changes: changes.length > MAX_CHANGES ? null : changes }
  })
}

/** PostgreSQL's bigint exceeds what a number holds. */
const REVISION = /^\d{1,18}$/

const isNewer = (one: string, other: string | null): boolean =>
  other === null || !REVISION.test(other) || BigInt(one) > BigInt(other)

/** A host that no cell has leads to the backend for such hosts: the map of all hosts may still have its cell. */
function listChanged(
  changes: readonly HostChange[],
  revision: string,
  hostSuffix: string,
): string[] {
  const lines = changes.map(({ slug, cell }) => `${slug}.${hostSuffix} ${cell ?? UNKNOWN}\n`)
  return [...lines, `${REVISION_KEY} ${revision}\n`]
}

async function* listEntries(
  directory: Directory,
  revision: string,
  hostSuffix: string,
): AsyncGenerator<string[]> {
  yield [`${REVISION_KEY} ${revision}\n`]
  for await (const page of walkHosts(directory, 'slug')) {
    yield page.map(({ slug, cell }) => `${slug}.${hostSuffix} ${cell}\n`)
  }
}
