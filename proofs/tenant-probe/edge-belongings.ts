// Connectors of a tenant with a marked text in every field, and the jobs they were given.
import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import type { TenantClient } from './webhook-belongings.ts'

type Owner = { client: TenantClient; admin: Client; tenantId: string }

const idOf = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll('-', '')}`

export async function furnishConnector(owner: Owner, name: string): Promise<void> {
  const { get, note } = owner.client
  const connector = await plantConnector(owner, `${name}a`)
  await plantConnector(owner, `${name}b`)
  const [job] = [
    await plantJob(owner, connector, `${name}x`),
    await plantJob(owner, connector, name),
  ]
  const url = `/api/connectors/${idOf('con', connector)}`
  note('con', idOf('con', connector))
  note('job', idOf('job', job))
  note('cursor of connectors.list', (await get('/api/connectors?limit=1'))['next_cursor'])
  note('cursor of edge_jobs.list', (await get(`${url}/jobs?limit=1`))['next_cursor'])
  await useKeys(owner, name)
}

async function plantConnector({ admin, tenantId, client }: Owner, name: string): Promise<string> {
  const id = randomUUID()
  const text = (field: string) => `${client.marker}-${field}-${name}`
  const facts = { version: text('version'), os: text('os'), host: text('host') }
  await admin.query(
    `insert into connectors (tenant_id, id, name, enrolled_at, frozen_reason, facts, databases, statements,
       policy_digest, announced_at, last_seen_at, created_by, created_at, updated_at)
     values ($1, $2, $3, now(), $4, $5, $6, $7, $8, now(), now(), 'system:probe', now(), now())`,
    [
      tenantId,
      id,
      text('connector'),
      text('reason'),
      JSON.stringify({ ...facts, proxy: false, custom_ca: false }),
      JSON.stringify([{ name: text('database'), engine: text('engine'), ok: true }]),
      JSON.stringify([faceOf(text)]),
      text('digest'),
    ],
  )
  return id
}

function faceOf(text: (field: string) => string): object {
  return {
    database: text('database'),
    engine: 'postgres',
    name: text('statement'),
    kind: 'read',
    description: text('description'),
    params: [{ name: text('param'), type: 'text', required: true }],
    columns: [{ name: text('column'), treatment: 'plain' }],
    max_rows: 1,
    max_bytes: 1,
    timeout_ms: 1,
  }
}

async function plantJob(
  { admin, tenantId, client }: Owner,
  connector: string,
  name: string,
): Promise<string> {
  const id = randomUUID()
  const text = (field: string) => `${client.marker}-${field}-${name}`
  await admin.query(
    `insert into edge_jobs (tenant_id, id, connector_id, request_key, database, statement, params, state, problem, columns,
       row_count, rows, result_sha256, created_by, created_at, expires_at, ended_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'failed', $8, $9, 1, $10, 'x', 'system:probe', now(), now(), now())`,
    [
      tenantId,
      id,
      connector,
      text('key'),
      text('database'),
      text('statement'),
      JSON.stringify({ value: text('param') }),
      JSON.stringify({ code: 'internal', message: text('problem') }),
      JSON.stringify([text('column')]),
      JSON.stringify([[text('cell')]]),
    ],
  )
  return id
}

/** Each key stands for a response of this tenant that no other tenant may get. */
async function useKeys(owner: Owner, name: string): Promise<void> {
  const { client, admin } = owner
  const own = await plantConnector(owner, `${name}k`)
  const job = await plantJob(owner, own, `${name}k`)
  await admin.query(`update edge_jobs set state = 'waiting', ended_at = null where id = $1`, [job])
  const url = `/api/connectors/${idOf('con', own)}`
  const requests: Record<string, [string, object?]> = {
    'connectors.create': ['/api/connectors', { name: `${client.marker}-made-${name}` }],
    'connectors.enrol': [`${url}/enrolment`],
    'connectors.rotate': [`${url}/rotate`],
    'connectors.drain': [`${url}/drain`],
    'edge_jobs.cancel': [`${url}/jobs/${idOf('job', job)}/cancel`],
    'connectors.revoke': [`${url}/revoke`],
  }
  for (const [operation, [target, body]] of Object.entries(requests)) {
    const key = `${client.marker}-${operation}-${name}`
    client.note(`Idempotency-Key of ${operation}`, key)
    await client.post(target, body, { 'idempotency-key': key })
  }
}

/** Ids of all that, in the form clients see. */
export const edgeIds = [
  ['con', 'connectors'],
  ['job', 'edge_jobs'],
]
  .map(
    ([prefix, table]) =>
      `union all select '${prefix}_' || replace(id::text, '-', '') from ${table} where tenant_id = $1`,
  )
  .join('\n')
