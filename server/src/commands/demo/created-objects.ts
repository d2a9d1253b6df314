// What the demo created in a tenant, by the audit log: each entry has the ID of its request, and those of the demo have a prefix.
import type { AuditAction, AuditEntry } from '@task-service/contract'
import { type DemoCall, DemoCallFailed, REQUEST_PREFIX } from './demo-caller.ts'
import { TENANT_REQUEST } from './demo-tenant.ts'

/** The last request of a fill. */
export const FILLED_REQUEST = `${REQUEST_PREFIX}filled`

export type DemoState = 'none' | 'partly filled' | 'filled'

/** Of what still exists: the audit log also has a demo that was removed. */
export async function readState(call: DemoCall): Promise<DemoState> {
  const last = (await findEntries(call, 'connector.created')).filter(isLast)
  if (await someExist(call, '/connectors', last)) return 'filled'
  const agents = await findEntries(call, 'agent.created')
  return (await someExist(call, '/agents', agents)) ? 'partly filled' : 'none'
}

async function someExist(call: DemoCall, path: string, created: AuditEntry[]): Promise<boolean> {
  const existing = await listAll<{ id: string }>(call, `${path}?limit=200`)
  return created.some(({ subject_id: id }) => existing.some((one) => one.id === id))
}

const isLast = ({ request_id: id }: AuditEntry): boolean => id === FILLED_REQUEST

export async function isOwnTenant(call: DemoCall): Promise<boolean> {
  const entries = await findEntries(call, 'tenant.created')
  return entries.some(({ request_id: id }) => id === TENANT_REQUEST)
}

/** Of requests of the demo. */
async function findEntries(call: DemoCall, action: AuditAction): Promise<AuditEntry[]> {
  const found = await listAll<AuditEntry>(call, `/audit?action=${action}&limit=200`)
  return found.filter(({ request_id: id }) => id.startsWith(REQUEST_PREFIX))
}

export async function listAll<T>(call: DemoCall, path: string): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page: { data: T[]; next_cursor: string | null } = await call('GET', `${path}${query}`)
    all.push(...page.data)
    cursor = page.next_cursor
  }
  return all
}

/** Users go last, and tasks before what they came from. */
const REMOVALS: readonly { action: AuditAction; path: (id: string) => string; act?: 'disable' }[] =
  [
    { action: 'schedule.created', path: (id) => `/schedules/${id}` },
    { action: 'template.created', path: (id) => `/templates/${id}` },
    { action: 'view.created', path: (id) => `/views/${id}` },
    { action: 'webhook.created', path: (id) => `/webhooks/${id}` },
    { action: 'integration.created', path: (id) => `/integrations/${id}` },
    { action: 'connector.created', path: (id) => `/connectors/${id}` },
    { action: 'task.created', path: (id) => `/tasks/${id}` },
    { action: 'agent.created', path: (id) => `/agents/${id}` },
    { action: 'field.created', path: (id) => `/fields/${id}` },
    { action: 'user.created', path: (id) => `/users/${id}/disable`, act: 'disable' },
  ]

export type Removed = Record<string, number>

/** Everything else in the tenant stays as it is. Users cannot be deleted, because the audit log refers to them. */
export async function removeCreated(
  call: DemoCall,
  note: (line: string) => void,
): Promise<Removed> {
  const imported = await listImported(call)
  const removed: Removed = {}
  for (const { action, path, act } of REMOVALS) {
    const ids = (await findEntries(call, action)).map(({ subject_id: id }) => id)
    if (action === 'task.created') ids.push(...imported)
    const [kind = ''] = action.split('.')
    const names = kind === 'agent' ? await nameAgents(call) : undefined
    if (ids.length > 0) note(`${act ?? 'delete'} ${ids.length} × ${kind}`)
    for (const id of new Set(ids)) {
      if (await remove(call, act ? 'POST' : 'DELETE', path(names?.get(id) ?? id))) {
        removed[kind] = (removed[kind] ?? 0) + 1
      }
    }
  }
  return removed
}

/** Their paths have the name. */
async function nameAgents(call: DemoCall): Promise<Map<string, string>> {
  const agents = await listAll<{ id: string; name: string }>(call, '/agents?limit=200')
  return new Map(agents.map(({ id, name }) => [id, name]))
}

/** Tasks of its tracker were created by the worker, whose requests have no prefix. */
async function listImported(call: DemoCall): Promise<string[]> {
  const ids: string[] = []
  for (const { subject_id: integration } of await findEntries(call, 'integration.created')) {
    const tasks = await listAll<{ id: string }>(call, `/tasks?integration=${integration}&limit=200`)
    ids.push(...tasks.map(({ id }) => id))
  }
  return ids
}

/** False if it is gone already. */
async function remove(call: DemoCall, method: 'POST' | 'DELETE', path: string): Promise<boolean> {
  try {
    await call(method, path)
    return true
  } catch (error) {
    if (error instanceof DemoCallFailed && error.status === 404) return false
    throw error
  }
}
