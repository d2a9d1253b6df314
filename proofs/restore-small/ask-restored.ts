// Asks a restored deployment everything its clients remember, and then uses it; what differs is a fault.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller, imageOf, isReplay } from '../../tests/harness/clients/api-caller.ts'
import { HOST_SUFFIX, startService } from '../../tests/harness/service.ts'
import { bodyImage, type Client, connectClient, type Remembered, runWell } from './remembered.ts'

export type Restored = { url: string; superuserUrl: string; env: Record<string, string> }

export type Asked = { answers: number; replays: number; faults: string[] }

export async function askRestored(
  restored: Restored,
  remembered: readonly Remembered[],
): Promise<Asked> {
  const asked: Asked = { answers: 0, replays: 0, faults: [] }
  const env = { ...restored.env, SERVICE_ACP_HOST: HOST_SUFFIX }
  await runWell(['migrate'], restored.env)
  const service = await startService({ databaseUrl: restored.url, env })
  const caller = createApiCaller()
  try {
    for (const tenant of remembered) {
      const client = connectClient(caller, service.url, tenant.slug, tenant.key)
      await compareAnswers(client, tenant, asked)
      await useOn(client, tenant, restored, asked)
      if (tenant.revokedKey !== undefined) {
        const stranger = connectClient(caller, service.url, tenant.slug, tenant.revokedKey)
        const { status } = await stranger.send('/api/ping')
        if (status !== 401) asked.faults.push(`${tenant.slug}: a revoked key answers ${status}`)
      }
    }
    for (const { level, msg, err } of service.log) {
      if (Number(level) >= 50) asked.faults.push(`log: ${String(msg)} ${JSON.stringify(err)}`)
    }
  } finally {
    caller.close()
    const code = await service.stop()
    if (code !== 0) asked.faults.push(`serve ended with ${code}: ${service.errors()}`)
  }
  await deleteTenant(restored, remembered, asked)
  return asked
}

async function compareAnswers(client: Client, tenant: Remembered, asked: Asked): Promise<void> {
  const { slug } = tenant
  // First of all, before anything changes: what the tag vouches for may not be what was restored.
  const headers = { 'if-none-match': tenant.listTag }
  const { status } = await client.send('/api/tasks?limit=1', { headers })
  if (status !== 200) asked.faults.push(`${slug}: a tag from before the restore answers ${status}`)
  for (const [path, image] of tenant.answers) {
    const now = bodyImage(await client.send(path))
    asked.answers++
    if (now !== image) asked.faults.push(`${slug} ${path}: ${now.slice(0, 200)}`)
  }
  for (const { path, call, image } of tenant.creates) {
    const answer = await client.send(path, call)
    asked.replays++
    if (!isReplay(answer) || imageOf(answer) !== image) {
      asked.faults.push(`${slug} ${path} is not replayed: ${imageOf(answer).slice(0, 200)}`)
    }
  }
}

/** Work continues where it stopped: the next number, an event and an entry for each change, search results. */
async function useOn(
  client: Client,
  { slug, lastNumber }: Remembered,
  { superuserUrl }: Restored,
  asked: Asked,
): Promise<void> {
  const before = await countHistory(superuserUrl)
  const body = { title: `Afterwards zebra-${slug}`, labels: ['new'] }
  const created = await client.send('/api/tasks', { method: 'POST', body })
  const { id, number } = JSON.parse(created.body) as { id: string; number: number } // a task, or undefined
  if (created.status !== 201 || number !== lastNumber + 1) {
    asked.faults.push(`${slug}: after T-${lastNumber} comes ${created.status} ${created.body}`)
  }
  const done = { method: 'POST', body: { to: 'in_progress' } }
  const moved = await client.send(`/api/tasks/${id}/transitions`, done)
  if (moved.status !== 200) asked.faults.push(`${slug}: transition ${moved.status} ${moved.body}`)
  const found = await client.send(`/api/tasks?q=zebra-${slug}`)
  if (!found.body.includes(id)) asked.faults.push(`${slug}: the new task is not found by a word`)
  const after = await countHistory(superuserUrl)
  if (after.events !== before.events + 2 || after.entries !== before.entries + 2) {
    asked.faults.push(
      `${slug}: history went from ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
    )
  }
}

type History = { events: number; entries: number }

async function countHistory(superuserUrl: string): Promise<History> {
  const { rows } = await withAdmin(superuserUrl, (admin) =>
    admin.query<History>(`select (select count(*) from events)::int as events,
      (select count(*) from audit_entries)::int as entries`),
  )
  return rows[0] ?? { events: 0, entries: 0 }
}

/** The only work of the function that may delete history; its owner must have come back with it. */
async function deleteTenant(
  { env }: Restored,
  remembered: readonly Remembered[],
  asked: Asked,
): Promise<void> {
  const slug = remembered.at(-1)?.slug ?? ''
  await runWell(['tenant', 'delete', slug, '--confirm', slug], env).catch((error: Error) =>
    asked.faults.push(error.message),
  )
}
