// What an integration's work leaves behind, planted as the superuser: links, conflicts, runs, changes on their way.
import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../api-client.ts'
import { uuidOf } from '../history.ts'
import { inspect } from '../test-api.ts'

const idOf = (prefix: string, uuid: string) => `${prefix}_${uuid.replaceAll('-', '')}`

type Owner = { client: ApiClient; integration: string }

export type Planted = { link: string; task: string }

export async function plantLink(
  { client, integration }: Owner,
  state: 'active' | 'frozen' = 'active',
): Promise<Planted> {
  const task = await client.create()
  const id = randomUUID()
  await inspect(
    `insert into links (tenant_id, id, integration_id, task_id, external_id, external_key, url, shadow, state,
       state_reason, created_at, updated_at)
     values ($1, $2, $3, $4, $5, '#12', 'https://tracker.example/12', '{"title": {"remote": "a", "local": "a"}}', $6,
       $7, now(), now())`,
    [
      client.tenant.id,
      id,
      uuidOf(integration),
      uuidOf(task.id),
      id,
      state,
      state === 'frozen' ? 'it went back and forth' : null,
    ],
  )
  return { link: idOf('lnk', id), task: task.id }
}

export async function plantConflict(owner: Owner): Promise<Planted & { conflict: string }> {
  const planted = await plantLink(owner)
  const id = randomUUID()
  await inspect(
    `insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, base, service_value,
       remote_value, policy, state, created_at)
     values ($1, $2, $3, $4, $5, 'title', '"a"', '"b"', '"c"', 'manual', 'open', now())`,
    [
      owner.client.tenant.id,
      id,
      uuidOf(owner.integration),
      uuidOf(planted.link),
      uuidOf(planted.task),
    ],
  )
  return { ...planted, conflict: idOf('cnf', id) }
}

export async function plantWriteBack(
  owner: Owner,
  state: 'failed' | 'confirmed' = 'failed',
): Promise<Planted & { write_back: string }> {
  const planted = await plantLink(owner)
  const id = randomUUID()
  await inspect(
    `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state, tries,
       error, planned_at, ended_at)
     values ($1, $2, $3, $4, $5, 'update', '{"title": "b"}', 1, $6, 3, '{"kind": "invalid", "message": "no"}', now(),
       now())`,
    [
      owner.client.tenant.id,
      id,
      uuidOf(owner.integration),
      uuidOf(planted.link),
      uuidOf(planted.task),
      state,
    ],
  )
  return { ...planted, write_back: idOf('wbk', id) }
}

export async function plantRun(
  { client, integration }: Owner,
  run: { state?: 'running' | 'succeeded' | 'failed'; silentSeconds?: number } = {},
): Promise<string> {
  const id = randomUUID()
  const state = run.state ?? 'running'
  await inspect(
    `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at,
       read_count, total_count, error)
     values ($1, $2, $3, 'pull', 'schedule', $4, now() - interval '2 minutes', now() - make_interval(secs => $5),
       case when $4 = 'running' then null else now() end, 20, 100, $6)`,
    [
      client.tenant.id,
      id,
      uuidOf(integration),
      state,
      run.silentSeconds ?? 0,
      state === 'failed' ? '{"kind": "transient", "message": "They have trouble."}' : null,
    ],
  )
  return idOf('syn', id)
}

export async function plantFailure({ client, integration }: Owner, item = '12'): Promise<void> {
  await inspect(
    `insert into sync_failures (tenant_id, integration_id, external_id, title, error, first_at, last_at)
     values ($1, $2, $3, 'Broken door', '{"kind": "invalid", "message": "no"}', now(), now())`,
    [client.tenant.id, uuidOf(integration), item],
  )
}
