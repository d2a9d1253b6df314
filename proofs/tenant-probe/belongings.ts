// Tenants with a marked text in every field that takes text, and everything of theirs that can be named.

import type { Client } from 'pg'
import type { LocalApi, TestTenant } from '../../tests/harness/service.ts'
import { agentIds, furnishAgent } from './agent-belongings.ts'
import { furnishApprovals } from './approval-belongings.ts'
import { edgeIds, furnishConnector } from './edge-belongings.ts'
import { furnishField } from './field-belongings.ts'
import type { Kind } from './id-positions.ts'
import { furnishImport, importIds } from './import-belongings.ts'
import { furnishIntegration, integrationIds } from './integration-belongings.ts'
import { furnishSchedule, scheduleIds } from './schedule-belongings.ts'
import { furnishView } from './view-belongings.ts'
import { furnishWebhook, type TenantClient } from './webhook-belongings.ts'

export type Belongings = {
  tenant: TestTenant
  /** Stands in every text of this tenant and in nothing else. */
  marker: string
  /** One entry for each object; the same index belongs to the same task in every kind. */
  values: Record<Kind, string[]>
  /** Of one of its agents. */
  agentToken: string
  /** The ETag of its list of tasks. */
  listTag: string
  /** Ids that only this tenant's own answers may contain. */
  ids: Set<string>
}

/** Numbers of each tenant begin far from the others', because T-1 exists in every one. */
const NUMBER_SPAN = 1_000_000

const MARK = 'cnry'

/** Only small letters and digits, so that it fits every field and survives every escape. */
export function markerOf(seed: number, order: number): string {
  return `${MARK}${(seed % 36 ** 5).toString(36).padStart(5, '0')}${order}x`
}

/** Same length as the marker, and in no tenant's texts. */
export function absentMarker(marker: string): string {
  return marker.replace(MARK, 'none')
}

export async function furnish(
  app: LocalApi['app'],
  admin: Client,
  options: { tenant: TestTenant; marker: string; order: number; objectCount: number },
): Promise<Belongings> {
  const { tenant, marker, order, objectCount } = options
  await admin.query(
    `insert into task_counters (tenant_id, last_number) values ($1, $2)
     on conflict (tenant_id) do update set last_number = excluded.last_number`,
    [tenant.id, order * 2 * NUMBER_SPAN],
  )
  const own: Belongings = {
    tenant,
    marker,
    values: {},
    agentToken: '',
    listTag: '',
    ids: new Set(),
  }
  for (let index = 0; index < objectCount; index++) {
    await furnishTask(app, own, String(index))
    await furnishWebhook(clientOf(app, own), String(index))
    await furnishView(clientOf(app, own), String(index))
    await furnishField(clientOf(app, own), String(index))
    await furnishSchedule(clientOf(app, own), String(index))
    await furnishImport(clientOf(app, own), String(index))
    own.agentToken = await furnishAgent(clientOf(app, own), String(index))
    const taskId = own.values['tsk']?.at(-1) ?? ''
    await furnishIntegration(
      { client: clientOf(app, own), admin, tenantId: tenant.id, taskId },
      String(index),
    )
    const integration = own.values['int']?.at(-1) ?? ''
    await furnishApprovals(clientOf(app, own), integration, String(index))
    await furnishConnector(
      { client: clientOf(app, own), admin, tenantId: tenant.id },
      String(index),
    )
  }
  await collectListCursors(app, own, objectCount)
  await noteAuditNames(admin, own)
  await collectPositions(app, own, objectCount)
  await collectIds(admin, own)
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const list = await app.inject({ url: '/api/tasks', headers })
  own.listTag = String(list.headers.etag)
  return own
}

/** Same form and length as a real one, and never handed out. */
export function missingNumber(number: string): string {
  return `T-${Number(number.slice(2)) + NUMBER_SPAN}`
}

function clientOf(app: LocalApi['app'], own: Belongings): TenantClient {
  return {
    marker: own.marker,
    post: (url, payload, headers) => call(app, own, 'POST', url, payload, headers),
    get: (url) => call(app, own, 'GET', url),
    note: (kind, value) => note(own, kind, value),
  }
}

type Created = { id: string; number: number }

async function call(
  app: LocalApi['app'],
  own: Belongings,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const answer = await app.inject({
    method,
    url,
    headers: { host: own.tenant.host, 'x-api-key': own.tenant.key, ...headers },
    ...(payload && { payload }),
  })
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.body}`)
  return answer.json()
}

function note(own: Belongings, kind: Kind, value: unknown): void {
  ;(own.values[kind] ??= []).push(String(value))
}

async function createTask(
  app: LocalApi['app'],
  own: Belongings,
  name: string,
  parent?: string,
): Promise<Created> {
  const text = (field: string) => `${own.marker}-${field}-${name}`
  const task = await call(app, own, 'POST', '/api/tasks', {
    title: text('title'),
    description: `${text('description')} ${own.marker}w${name}`,
    queue: text('queue'),
    labels: [text('label')],
    assignee: text('assignee'),
    delegate: text('delegate'),
    input: { [text('input')]: text('input') },
    result: [text('result')],
    fields: { [text('fields')]: text('fields') },
    source: text('source'),
    external_id: text('external'),
    ...(parent && { parent_id: parent }),
  })
  return task as Created // the answer of the create operation
}

async function furnishTask(app: LocalApi['app'], own: Belongings, name: string): Promise<void> {
  const task = await createTask(app, own, name)
  await createTask(app, own, `${name}child`, task.id)
  const url = `/api/tasks/${task.id}`
  note(own, 'tsk', task.id)
  note(own, 'T-', `T-${task.number}`)
  for (const field of ['source', 'queue', 'label', 'assignee', 'delegate']) {
    note(own, field, `${own.marker}-${field}-${name}`)
  }
  note(own, 'prefix', own.marker)
  note(own, 'external_id', `${own.marker}-external-${name}`)
  note(own, 'q', `${own.marker}w${name}`)
  const comment = await call(app, own, 'POST', `${url}/comments`, {
    body: `${own.marker}-body-${name}`,
  })
  await call(app, own, 'POST', `${url}/comments`, { body: `${own.marker}-second-${name}` })
  note(own, 'cmt', comment['id'])
  note(own, 'mentioned agent', `@[x](agent:${own.marker}-agent-${name})`)
  await collectCursor(app, own, 'comments.list', `${url}/comments?limit=1`)
  await furnishFiles(app, own, url, name)
  await collectCursor(app, own, 'tasks.activity', `${url}/activity?limit=1`)
  await useKeys(app, own, name, url)
}

/** The content of a file is whatever was sent, here JSON. */
async function furnishFiles(
  app: LocalApi['app'],
  own: Belongings,
  url: string,
  name: string,
): Promise<void> {
  for (const which of ['file', 'second']) {
    const file = `${own.marker}-${which}-${name}`
    const { id } = await call(app, own, 'POST', `${url}/attachments?name=${file}`, { text: file })
    if (which === 'file') note(own, 'att', id)
  }
  await collectCursor(app, own, 'attachments.list', `${url}/attachments?limit=1`)
}

async function collectCursor(
  app: LocalApi['app'],
  own: Belongings,
  operation: string,
  url: string,
): Promise<void> {
  note(own, `cursor of ${operation}`, (await call(app, own, 'GET', url))['next_cursor'])
}

async function collectListCursors(
  app: LocalApi['app'],
  own: Belongings,
  objectCount: number,
): Promise<void> {
  for (let limit = 1; limit <= objectCount; limit++) {
    await collectCursor(app, own, 'tasks.list', `/api/tasks?limit=${limit}`)
    await collectCursor(app, own, 'audit.list', `/api/audit?limit=${limit}`)
  }
}

/** Who acts here, and what else than tasks and webhooks is acted on. */
async function noteAuditNames(admin: Client, own: Belongings): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    `select replace(id::text, '-', '') as id from api_keys where tenant_id = $1`,
    [own.tenant.id],
  )
  for (const { id } of rows) {
    note(own, 'key', `key_${id}`)
    note(own, 'actor_id', `key_${id}`)
  }
  const user = `usr_${await insertUser(admin, own)}`
  note(own, 'usr', user)
  note(own, 'mentioned user', `@[x](user:${user})`)
  note(own, 'ten', `ten_${own.tenant.id.replaceAll('-', '')}`)
}

/** A user who can sign in once a password is chosen, and the audit entry for it. */
async function insertUser(admin: Client, { tenant, marker }: Belongings): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with added as (
       insert into users (tenant_id, id, username, name, created_by, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $2, 'system:probe', now(), now())
       returning tenant_id, id)
     insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
     select tenant_id, gen_random_uuid(), 'user.created', id, 'system:probe', $2, '[]', now() from added
     returning replace(subject_id::text, '-', '') as id`,
    [tenant.id, marker],
  )
  return rows[0]?.id ?? ''
}

/** Places in the event log; each belongs to this tenant alone. */
async function collectPositions(
  app: LocalApi['app'],
  own: Belongings,
  objectCount: number,
): Promise<void> {
  for (let limit = 1; limit <= objectCount; limit++) {
    const page = await call(app, own, 'GET', `/api/events?limit=${limit}`)
    note(own, 'after', page['next_cursor'])
    note(own, 'Last-Event-ID', page['next_cursor'])
  }
}

/** Each key stands for a response of this tenant that no other tenant may get. */
async function useKeys(
  app: LocalApi['app'],
  own: Belongings,
  name: string,
  url: string,
): Promise<void> {
  const bodies: Record<string, [string, object]> = {
    'tasks.create': ['/api/tasks', { title: 'probe' }],
    'tasks.bulk': ['/api/tasks/bulk', { items: [{ create: { title: 'probe' } }] }],
    'tasks.transition': [`${url}/transitions`, { to: 'ready' }],
    'comments.create': [`${url}/comments`, { body: 'probe' }],
    'attachments.create': [`${url}/attachments?name=probe`, { text: 'probe' }],
  }
  for (const [operation, [target, body]] of Object.entries(bodies)) {
    const key = `${own.marker}-${operation}-${name}`
    note(own, `Idempotency-Key of ${operation}`, key)
    await call(app, own, 'POST', target, body, { 'idempotency-key': key })
  }
}

async function collectIds(admin: Client, own: Belongings): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    `select 'tsk_' || replace(id::text, '-', '') as id from tasks where tenant_id = $1
     union all select 'cmt_' || replace(id::text, '-', '') from comments where tenant_id = $1
     union all select 'att_' || replace(id::text, '-', '') from attachments where tenant_id = $1
     union all select 'aud_' || replace(id::text, '-', '') from audit_entries where tenant_id = $1
     union all select 'evt_' || replace(id::text, '-', '') from events where tenant_id = $1
     union all select 'whk_' || replace(id::text, '-', '') from webhooks where tenant_id = $1
     union all select 'viw_' || replace(id::text, '-', '') from views where tenant_id = $1
     union all select 'dlv_' || replace(id::text, '-', '') from deliveries where tenant_id = $1
     union all select 'usr_' || replace(id::text, '-', '') from users where tenant_id = $1
     union all select 'key_' || replace(id::text, '-', '') from api_keys where tenant_id = $1
     ${integrationIds}
     ${edgeIds}
     ${agentIds}
     ${scheduleIds}
     ${importIds}
     union all select $1::uuid::text`,
    [own.tenant.id],
  )
  for (const { id } of rows) own.ids.add(id)
}
