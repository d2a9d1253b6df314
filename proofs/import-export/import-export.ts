// Verifies that a tenant moves to another installation with a file: exported from PostgreSQL 15, imported into 18 although the import is
// killed, compared row by row, and every webhook delivery that was pending arrives once.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook, type NewWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { atLeast, type Criterion, equals, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { listDifferences, sumTables } from './compare-tenants.ts'
import { furnish } from './furnish.ts'
import { type Installation, install } from './installation.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { spoilExport } from './spoil-export.ts'

const CI_TASKS = 2_000
const FULL_TASKS = 200_000
/** Created through the API, for a webhook: as many are delivered by the source as by the target. */
const DELIVERED = 10
const SLUG = 'acme'
const HOST = `${SLUG}.${HOST_SUFFIX}`
const PASSPHRASE = 'violet-harvest-timber-nine'
const TIMEOUT_MS = 120_000

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'two servers and a dozen commands take minutes; a test of the commands covers each rule',
  budgetSeconds: 300,
  covers: [
    'server/src/app/tenant-transfer',
    'server/src/db/transfer',
    'server/src/commands/tenants',
  ],
  report: 'import-and-export',
  claim:
    'a tenant of 2,000 (200,000) tasks with rows in every table is exported from PostgreSQL 15 and imported into 18 with other keys, in 128 MiB of heap and although the import is killed once: every row is equal, no secret is in the file in the clear, spoiled files never become a usable tenant, and each webhook delivery arrives once',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const folder = mkdtempSync(join(tmpdir(), 'import-export-'))
    const clusters: Cluster[] = []
    const receiver = await startReceiver()
    try {
      for (const version of [15, 18]) clusters.push(await startCluster({ version, fsync: false }))
      const [source, target] = await Promise.all(clusters.map(install))
      if (!source || !target) throw new Error('two clusters were started')
      return await move({ source, target, receiver, folder, options })
    } finally {
      receiver.stop()
      for (const cluster of clusters) await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

type Stage = {
  source: Installation
  target: Installation
  receiver: Receiver
  folder: string
  options: ProofOptions
}

async function move(stage: Stage): Promise<Verdict> {
  const { source, target, folder, options } = stage
  const tasks = options.full ? FULL_TASKS : CI_TASKS
  const made = await fillSource(stage, tasks)
  const [file, keyFile] = [join(folder, 'acme.export'), join(folder, 'passphrase')]
  writeFileSync(keyFile, PASSPHRASE)
  const startedAt = performance.now()
  const exported = await source.done(
    'tenant',
    'export',
    SLUG,
    '--out',
    file,
    '--with-secrets',
    '--key-file',
    keyFile,
  )
  const exportSeconds = secondsSince(startedAt)
  options.log(
    `exported ${String(exported['rows'])} rows in ${exportSeconds} s, ${statSync(file).size} bytes`,
  )
  const importing = ['--key-file', keyFile, '--deliver-pending']
  const spoiled = await trySpoiled(stage, file, importing)
  const killed = await target.killAt(/^tasks: imported/, 'tenant', 'import', file, ...importing)
  const unusable = await target.run('tenant', 'suspend', SLUG, '--resume')
  await target.done('tenant', 'delete', SLUG, '--confirm', SLUG)
  const importedAt = performance.now()
  const imported = await target.run('tenant', 'import', file, ...importing, '--json')
  const importSeconds = secondsSince(importedAt)
  if (imported.code !== 0) throw new Error(imported.stderr)
  options.log(`imported in ${importSeconds} s`)
  // The defense is the comparison; without a difference to see it would prove nothing.
  if (options.control) await loseComment(target)
  const compared = await compare(stage, made.tenantId, String(exported['exported_at']))
  const delivered = await resume(stage, made.lastNumber)
  return {
    figures: `${tasks} tasks, ${String(exported['rows'])} rows of ${compared.tables} tables in ${(statSync(file).size / 1e6).toFixed(1)} MB: exported in ${exportSeconds} s, imported in ${importSeconds} s; ${compared.different.length} tables differ; ${spoiled.usable} of ${spoiled.tried} spoiled files became usable; ${stage.receiver.acknowledged.size} events delivered, ${made.pending} of them by the target`,
    criteria: [
      equals('tables that differ', compared.different.length, 0),
      none('tables without a row', compared.empty.length),
      none('spoiled files that became usable', spoiled.usable),
      isTrue('import killed', killed),
      isTrue('killed import is not usable', unusable.code !== 0),
      none('secrets in the clear', countClear(file, made.webhook)),
      atLeast('deliveries pending at the export', made.pending, DELIVERED),
      ...delivered,
    ],
  }
}

type Made = { tenantId: string; webhook: NewWebhook; pending: number; lastNumber: number }

/** Half of the events are delivered, the rest pending; then the tenant is suspended, as for a move. */
async function fillSource({ source, receiver, options }: Stage, tasks: number): Promise<Made> {
  const { api_key: apiKey } = await source.done('tenant', 'create', SLUG)
  const service = await source.serve()
  const owner = { url: service.url, apiKey: String(apiKey), host: HOST }
  const webhook = await createWebhook(owner, { url: receiver.url })
  receiver.expect(webhook.secret)
  const create = openCreator(service.url, String(apiKey))
  for (let count = 0; count < DELIVERED; count++) await create()
  await until('deliveries', () => receiver.acknowledged.size >= DELIVERED)
  receiver.accept(false)
  let lastNumber = 0
  for (let count = 0; count < DELIVERED; count++) lastNumber = await create()
  await until('rejected deliveries', () => receiver.rejected() >= 1)
  await source.done('tenant', 'suspend', SLUG)
  await sleep(2_000)
  await service.stop()
  const { rows } = await withAdmin(source.database.superuserUrl, (admin) =>
    admin.query<{ id: string; webhook: string; pending: number }>(
      `select t.tenant_id as id, w.id as webhook,
         (select count(*)::int from deliveries d where d.tenant_id = t.tenant_id and status in ('pending', 'waiting')) as pending
       from tenants t join webhooks w using (tenant_id) where slug = $1`,
      [SLUG],
    ),
  )
  const [row] = rows
  if (!row) throw new Error('the tenant does not exist')
  await furnish(source.database, { tenantId: row.id, webhookId: row.webhook, tasks })
  options.log(`filled with ${tasks} tasks; ${row.pending} deliveries are pending`)
  return { tenantId: row.id, webhook, pending: row.pending, lastNumber }
}

/** Returns the number of the new task. */
function openCreator(url: string, key: string): () => Promise<number> {
  const caller = createApiCaller()
  return async () => {
    const headers = { host: HOST, 'x-api-key': key }
    const call = { method: 'POST', headers, body: { title: 'Water the plants' } }
    const { status, body } = await caller.call(`${url}/api/tasks`, call)
    if (status !== 201) throw new Error(body)
    return (JSON.parse(body) as { number: number }).number
  }
}

async function trySpoiled({ target, options }: Stage, file: string, args: readonly string[]) {
  const all = spoilExport(file)
  let usable = 0
  for (const one of all) {
    const { code, stderr } = await target.run('tenant', 'import', one.file, ...args, '--json')
    const { code: resumed } = await target.run('tenant', 'suspend', SLUG, '--resume')
    options.log(`${one.name}: exit code ${code}, ${stderr.trim().slice(0, 120)}`)
    if (code === 0 || resumed === 0) usable++
    // Found before anything was written, unless the file itself is consistent.
    if (one.isStored) await target.done('tenant', 'delete', SLUG, '--confirm', SLUG)
    else if ((await target.run('tenant', 'delete', SLUG, '--confirm', SLUG)).code === 0) usable++
  }
  return { tried: all.length, usable }
}

async function compare({ source, target, options }: Stage, tenantId: string, last: string) {
  const [was, now] = [
    await sumTables(source.database.superuserUrl, tenantId, last),
    await sumTables(target.database.superuserUrl, tenantId, last),
  ]
  const different = listDifferences(was, now)
  const empty = was.filter(({ rows }) => rows === 0).map(({ table }) => table)
  options.log(
    `compared ${was.length} tables; different: ${different.join()}; empty: ${empty.join()}`,
  )
  return { tables: was.length, different, empty }
}

async function resume(
  { source, target, receiver }: Stage,
  lastNumber: number,
): Promise<Criterion[]> {
  const expected = await countDeliveries(source)
  receiver.accept(true)
  const service = await target.serve()
  const { api_key: key } = await target.done('tenant', 'rotate-key', SLUG, '--overlap', '0')
  await target.done('tenant', 'suspend', SLUG, '--resume')
  await sleep(1_500)
  const number = await openCreator(service.url, String(key))()
  await until('the rest of the deliveries', () => receiver.acknowledged.size >= expected + 1)
  // What would be sent twice has time to come.
  await sleep(5_000)
  await service.stop()
  const twice = [...receiver.acknowledged.values()].filter((count) => count > 1).length
  return [
    equals('events delivered', receiver.acknowledged.size, expected + 1),
    none('events delivered twice', twice),
    none('deliveries with a wrong signature', receiver.forged()),
    equals('number of the next task', number, lastNumber + 1),
  ]
}

/** Of the API, not those that were planted as failed. */
async function countDeliveries({ database }: Installation): Promise<number> {
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ count: number }>(
      `select count(*)::int as count from deliveries where status in ('delivered', 'pending', 'waiting')`,
    ),
  )
  return rows[0]?.count ?? 0
}

async function loseComment({ database }: Installation): Promise<void> {
  await withAdmin(database.superuserUrl, (admin) =>
    admin.query('delete from comments where id = (select id from comments limit 1)'),
  )
}

function countClear(file: string, { secret }: NewWebhook): number {
  const text = gunzipSync(readFileSync(file)).toString('latin1')
  const raw = secret.replace('whsec_', '')
  const forms = [secret, raw, Buffer.from(raw, 'base64').toString('hex'), PASSPHRASE]
  return forms.filter((form) => text.includes(form)).length
}

async function until(what: string, isReached: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!isReached()) {
    if (Date.now() > deadline) throw new Error(`${what} did not arrive`)
    await sleep(100)
  }
}

const secondsSince = (from: number): number => Math.round((performance.now() - from) / 100) / 10
