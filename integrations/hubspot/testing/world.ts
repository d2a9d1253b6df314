// The account behind the emulator: tasks, contacts, deals, owners, and an index for searches that may lag behind.
import { openTables, type Tables } from '@task-service/kit/testing'

export type Kind = 'tasks' | 'contacts' | 'deals'

export type ObjectRow = {
  kind: Kind
  id: string
  properties: Record<string, string | null>
  createdAt: string
  updatedAt: string
  archivedAt?: string
}

export type OwnerRow = { id: string; email: string; firstName: string; lastName: string }
export type TokenRow = { scopes: string[] }
export type LinkRow = { task: string; kind: Kind; to: string }

type Rows = {
  objects: ObjectRow
  owners: OwnerRow
  tokens: TokenRow
  links: LinkRow
}

export type World = {
  tables: Tables<Rows>
  now: () => string
  setClock: (at: string | null) => void
  index: Index
}

/** What searches see: every change, some time later. */
export type Index = {
  setLag: (ms: number) => void
  note: (row: ObjectRow) => void
  list: (tables: Tables<Rows>) => ObjectRow[]
}

export const seed = {
  token: 'pat-eu1-emulator-0000',
  portalId: '4711',
  owners: ['Alice Archer', 'Bob Baker'],
  scopes: [
    'crm.objects.contacts.read',
    'crm.objects.contacts.write',
    'crm.objects.owners.read',
    'crm.objects.deals.read',
  ],
} as const

export function createWorld(path?: string): World {
  const tables = openTables<Rows>(path)
  const clock: { at: string | null } = { at: null }
  if (tables.list('owners').length === 0) fill(tables)
  return {
    tables,
    now: () => clock.at ?? new Date().toISOString(),
    setClock: (at) => {
      clock.at = at
    },
    index: createIndex(),
  }
}

function createIndex(): Index {
  let lagMs = 0
  let pending: { at: number; row: ObjectRow }[] = []
  const old = new Map<string, ObjectRow | null>()
  return {
    setLag: (ms) => {
      lagMs = ms
      if (ms === 0) {
        pending = []
        old.clear()
      }
    },
    /** Called before a change: the index shows the row as it was until the change arrives there. */
    note: (row) => {
      if (lagMs === 0) return
      if (!old.has(row.id)) old.set(row.id, row.createdAt === '' ? null : structuredClone(row))
      pending.push({ at: performance.now() + lagMs, row })
    },
    list: (tables) => {
      const arrived = pending.filter(({ at }) => at <= performance.now())
      pending = pending.filter(({ at }) => at > performance.now())
      for (const { row } of arrived) {
        if (!pending.some((waiting) => waiting.row.id === row.id)) old.delete(row.id)
      }
      const rows = tables.list('objects').filter(({ id }) => old.get(id) !== null)
      return rows.map((row) => old.get(row.id) ?? row)
    },
  }
}

export function fill(tables: Tables<Rows>): void {
  for (const [index, name] of seed.owners.entries()) {
    const [firstName = '', lastName = ''] = name.split(' ')
    const id = String(201 + index)
    const email = `${firstName.toLowerCase()}@acme.test`
    tables.put('owners', id, { id, email, firstName, lastName })
  }
  tables.put('tokens', seed.token, { scopes: [...seed.scopes] })
}

export const getKey = (kind: Kind, id: string): string => `${kind}/${id}`

/** HubSpot cleans what it shows as rich text: comments and scripts do not stay. */
const clean = (html: string): string =>
  html.replaceAll(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>/gi, '')

export function createObject(
  world: World,
  kind: Kind,
  properties: Record<string, string>,
): ObjectRow {
  const now = world.now()
  const id = String(world.tables.next('id', 90_000_000_001))
  const row: ObjectRow = { kind, id, properties: {}, createdAt: '', updatedAt: now }
  world.index.note(row)
  return write(world, { ...row, createdAt: now }, properties)
}

export function changeObject(
  world: World,
  row: ObjectRow,
  properties: Record<string, string>,
): ObjectRow {
  world.index.note(row)
  return write(world, row, properties)
}

function write(world: World, row: ObjectRow, properties: Record<string, string>): ObjectRow {
  const now = world.now()
  const changed = Object.entries(properties).map(([name, value]) => {
    if (value === '') return [name, null]
    if (name === 'hs_timestamp') return [name, new Date(toTime(value)).toISOString()]
    return [name, name === 'hs_task_body' ? clean(value) : value]
  })
  const next: ObjectRow = {
    ...row,
    updatedAt: now,
    properties: {
      ...row.properties,
      ...(Object.fromEntries(changed) as Record<string, string | null>), // pairs of text
      hs_createdate: row.createdAt,
      hs_lastmodifieddate: now,
      hs_object_id: row.id,
    },
  }
  world.tables.put('objects', getKey(row.kind, row.id), next)
  return next
}

/** Times are taken as ISO 8601 or as milliseconds. */
export const toTime = (value: string): number =>
  /^\d+$/.test(value) ? Number(value) : Date.parse(value)

export function archiveObject(world: World, row: ObjectRow): void {
  world.index.note(row)
  const archivedAt = world.now()
  world.tables.put('objects', getKey(row.kind, row.id), { ...row, archivedAt })
}
