// Brings the map of a running HAProxy from its revision to that of the directory.
import { sql } from '#db/sql.ts'
import { type Directory, readRevision } from '#fleet/directory/open-directory.ts'
import { type HostChange, listChanges, walkHosts } from '#fleet/directory/placements.ts'
import { REVISION_KEY } from '#fleet/ingress/haproxy.ts'
import { openHostMap } from './host-map.ts'

export type Pushed = {
  from: string | null
  to: string
  /** Hosts that were set or removed; null if the whole map was replaced. */
  changes: number | null
}

export type PushTarget = { socket: string; file: string; hostSuffix: string }

/**
 * Each change walks the whole list of entries, 40 to 100 ms for a million hosts. From about this many on, replacing
 * everything is faster.
 */
const MAX_CHANGES = 50

/** Any constant does, as long as nothing else in that database uses it. */
const PUSH_LOCK = 7_264_094

/**
 * Safe to repeat, and to kill at any moment: the revision is written last, so an interrupted push is done again. The order of
 * changes does not matter, because each row is the present state of its host.
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
  const map = openHostMap(socket, file)
  const from = (await map.find(REVISION_KEY)) ?? null
  const { to, changes } = await readChanges(directory, from)
  if (from === to) return { from, to, changes: 0 }
  if (changes === null) {
    return directory.snapshot(async () => {
      const revision = await readRevision(directory)
      await map.replace(listEntries(directory, revision, hostSuffix))
      return { from, to: revision, changes: null }
    })
  }
  for (const { slug, cell } of changes) {
    const host = `${slug}.${hostSuffix}`
    await (cell === null ? map.remove(host) : map.put(host, cell))
  }
  await map.put(REVISION_KEY, to)
  return { from, to, changes: changes.length }
}

/** Null: replace everything. HAProxy may have no revision, or a newer one if the directory was restored from a backup. */
async function readChanges(
  directory: Directory,
  from: string | null,
): Promise<{ to: string; changes: HostChange[] | null }> {
  return directory.snapshot(async () => {
    const to = await readRevision(directory)
    if (from === null || !/^\d{1,18}$/.test(from) || BigInt(from) > BigInt(to)) {
      return { to, changes: null }
    }
    if (from === to) return { to, changes: [] }
    const changes = await listChanges(directory, from, MAX_CHANGES + 1)
    return { to, changes: changes.length > MAX_CHANGES ? null : changes }
  })
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
