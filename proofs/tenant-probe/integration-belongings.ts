// Integrations of a tenant with a marked text in every field, and what their work leaves behind. No credential is entered,
// so that no vendor is ever called.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { TenantClient } from './webhook-belongings.ts'

type Owner = { client: TenantClient; admin: Client; tenantId: string; taskId: string }

const idOf = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll('-', '')}`

export async function furnishIntegration(owner: Owner, name: string): Promise<void> {
  const { client } = owner
  const { get, note, marker } = client
  const first = await plantIntegration(owner, `${name}a`)
  await plantIntegration(owner, `${name}b`)
  const url = `/api/integrations/${first}`
  note('int', first)
  for (const part of ['runs', 'failures', 'inbound']) {
    const page = await get(`${url}/${part}?limit=1`)
    note(`cursor of integrations.${part}`, page['next_cursor'])
  }
  const lists = { integrations: 'integrations', links: 'links', conflicts: 'conflicts' }
  for (const [operation, path] of Object.entries({ ...lists, write_backs: 'write-backs' })) {
    note(`cursor of ${operation}.list`, (await get(`/api/${path}?limit=1`))['next_cursor'])
  }
  const key = `${marker}-links.create-${name}`
  note('Idempotency-Key of links.create', key)
  await client.post(
    `/api/tasks/${owner.taskId}/links`,
    { integration: first },
    {
      'idempotency-key': key,
    },
  )
  note('Idempotency-Key of integrations.create', `${marker}-integrations.create-${name}`)
}

async function plantIntegration(owner: Owner, name: string): Promise<string> {
  const { admin, tenantId, client } = owner
  const id = randomUUID()
  const text = (field: string) => `${client.marker}-${field}-${name}`
  await admin.query(
    `insert into integrations (tenant_id, id, provider, name, config, hosts, mapping, poll_seconds, self, created_by,
       created_at, updated_at)
     values ($1, $2, 'tracker', $3, $4, $5, $6, 60, $7, 'system:probe', now(), now())`,
    [
      tenantId,
      id,
      text('integration'),
      JSON.stringify({ url: `https://93.184.215.14/${text('path')}` }),
      ['93.184.215.14'],
      JSON.stringify({ queue: text('queue') }),
      JSON.stringify({ id: text('self'), name: text('self') }),
    ],
  )
  for (const part of ['x', 'y']) await plantWork(owner, id, `${name}${part}`)
  return idOf('int', id)
}

/** One link with all that can hang on it, a run, an item that failed, a message. */
async function plantWork(owner: Owner, integration: string, name: string): Promise<void> {
  const { admin, tenantId, client } = owner
  const text = (field: string) => `${client.marker}-${field}-${name}`
  const [link, conflict, writeBack, run, message] = Array.from({ length: 5 }, () => randomUUID())
  const task = randomUUID()
  await admin.query(
    `insert into links (tenant_id, id, integration_id, task_id, external_id, external_key, url, shadow, state,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, 'frozen', now(), now())`,
    [
      tenantId,
      link,
      integration,
      task,
      text('item'),
      text('key'),
      JSON.stringify({ title: { remote: text('there'), local: text('here') } }),
    ],
  )
  await admin.query(
    `insert into link_history (tenant_id, link_id, id, at, direction, cause)
     values ($1, $2, gen_random_uuid(), now(), 'note', $3)`,
    [tenantId, link, text('cause')],
  )
  await admin.query(
    `insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, service_value, policy, state,
       created_at)
     values ($1, $2, $3, $4, $5, 'title', $6, 'manual', 'open', now())`,
    [tenantId, conflict, integration, link, task, JSON.stringify(text('value'))],
  )
  await admin.query(
    `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state,
       planned_at, ended_at)
     values ($1, $2, $3, $4, $5, 'update', $6, 1, 'failed', now(), now())`,
    [tenantId, writeBack, integration, link, task, JSON.stringify({ title: text('wanted') })],
  )
  await admin.query(
    `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at, log)
     values ($1, $2, $3, 'pull', 'manual', 'succeeded', now(), now(), now(), $4)`,
    [tenantId, run, integration, JSON.stringify([text('log')])],
  )
  await admin.query(
    `insert into sync_failures (tenant_id, integration_id, external_id, title, error, first_at, last_at)
     values ($1, $2, $3, $4, $5, now(), now())`,
    [
      tenantId,
      integration,
      text('item'),
      text('title'),
      JSON.stringify({ kind: 'invalid', message: text('error') }),
    ],
  )
  await admin.query(
    `insert into inbound_messages (tenant_id, integration_id, id, delivery_id, received_at, outcome, body_bytes)
     values ($1, $2, $3, $4, now(), 'accepted', 1)`,
    [tenantId, integration, message, text('delivery')],
  )
  if (name.endsWith('ax')) noteAll(client, { lnk: link, cnf: conflict, wbk: writeBack, syn: run })
}

function noteAll(client: TenantClient, named: Record<string, string | undefined>): void {
  for (const [kind, id] of Object.entries(named)) client.note(kind, idOf(kind, id ?? ''))
}

/** Ids of all that, in the form clients see. */
export const integrationIds = [
  ['int', 'integrations'],
  ['lnk', 'links'],
  ['cnf', 'sync_conflicts'],
  ['syn', 'sync_runs'],
  ['wbk', 'write_backs'],
  ['inb', 'inbound_messages'],
]
  .map(
    ([prefix, table]) =>
      `union all select '${prefix}_' || replace(id::text, '-', '') from ${table} where tenant_id = $1`,
  )
  .join('\n')
