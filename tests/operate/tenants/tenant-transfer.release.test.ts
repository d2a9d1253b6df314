// `tenant export` and `tenant import` between two installations with other peppers and master keys: every table arrives, no secret
// leaves in the clear, and what is damaged, taken or interrupted is never usable.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { exitCodes } from '../../../server/src/commands/exit-codes.ts'
import { takeFingerprint } from '../../../server/src/db/operate/take-fingerprint.ts'
import { carriedTables, leftOutTables } from '../../../server/src/db/transfer/tenant-tables.ts'
import { readWebhookSecrets } from '../../../server/src/domains/webhooks/index.ts'
import { withAdmin } from '../../harness/admin-client.ts'
import { keepDashboardRows } from '../../harness/dashboard/dashboard-rows.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { keepEdgeRows } from '../../harness/edge/edge-rows.ts'
import { keepIntegrationRows } from '../../harness/integrations/integration-rows.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../harness/service.ts'
import { keepTaskRows } from '../../harness/tasks/task-rows.ts'
import { keepWebhookRows } from '../../harness/webhooks/webhook-rows.ts'
import { keepWorkRows } from '../../harness/work/work-rows.ts'
import { runCommand } from '../run-command.ts'

const MASTER_KEYS = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)].map((key) => key.toString('base64'))
const HEADER = 'Bearer canary-of-a-header'
const PASSPHRASE = 'violet-harvest-timber-nine'

type Place = { database: TestDatabase; env: Record<string, string> }

let source: Place
let target: Place
let api: LocalApi
let tenant: TestTenant
let folder: string
let secret: string

const place = async (index: 0 | 1): Promise<Place> => {
  const database = await createDatabase()
  const env = { DATABASE_URL: database.url, SERVICE_ACP_MASTER_KEY: MASTER_KEYS[index] ?? '' }
  return { database, env }
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-transfer-'))
  ;[source, target] = [await place(0), await place(1)]
  // Clones of one template; another installation has its own.
  await query(target, `update instance set id = gen_random_uuid(), pepper = sha256('another')`)
  const env = {
    SERVICE_ACP_HOST: HOST_SUFFIX,
    ...source.env,
    SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  }
  api = await buildLocalApi({ databaseUrl: source.database.url, env })
  tenant = await provisionTenant(source.database.url, 'acme')
  await fill()
  writeFileSync(file('key'), `${PASSPHRASE}\n`)
})

after(async () => {
  await api.stop()
  await Promise.all([source.database.drop(), target.database.drop()])
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string): string => join(folder, name)
const query = ({ database }: Place, text: string, values: unknown[] = []) =>
  withAdmin(database.superuserUrl, (admin) => admin.query<Record<string, unknown>>(text, values))

async function send(url: string, payload: object): Promise<Record<string, unknown>> {
  const headers = { host: tenant.host, 'x-api-key': tenant.key }
  const answer = await api.app.inject({ method: 'POST', url, headers, payload })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json()
}

/** A row in every table, a parent that comes after its child, and texts that are hard to carry. */
async function fill(): Promise<void> {
  const hard = 'line\u2028separator "quoted" \\ back\nnext ß 日本 \u{1F600}'
  for (const title of ['first', hard, 'last']) {
    await send('/api/tasks', {
      title,
      labels: ['x'],
      input: { nul: 'a\u0000b', deep: [1.5e300, null] },
    })
  }
  await query(
    source,
    `update tasks t set parent_id = (select max(id::text)::uuid from tasks where tenant_id = t.tenant_id)
     where tenant_id = $1 and number = 1`,
    [tenant.id],
  )
  await send('/api/tasks/T-1/comments', { body: hard })
  const webhook = await send('/api/webhooks', {
    url: 'http://127.0.0.1:9999/hook',
    headers: { authorization: HEADER },
  })
  secret = String(webhook['secret'])
  const { superuserUrl } = source.database
  for (const keep of [
    keepWebhookRows,
    keepDashboardRows,
    keepIntegrationRows,
    keepEdgeRows,
    keepWorkRows,
    keepTaskRows,
  ]) {
    await keep(superuserUrl, tenant.id)
  }
  await query(source, `delete from dispatch_ranges`)
}

const run = (where: Place, ...args: string[]) => runCommand(args, where.env)

async function exportTo(name: string, ...args: string[]) {
  const outcome = await run(
    source,
    'tenant',
    'export',
    'acme',
    '--out',
    file(name),
    '--json',
    ...args,
  )
  assert.equal(outcome.code, 0, outcome.stderr)
  return outcome.json()
}

const importFrom = (name: string, ...args: string[]) =>
  run(target, 'tenant', 'import', file(name), '--json', ...args)

async function remove(): Promise<void> {
  const outcome = await run(target, 'tenant', 'delete', 'acme', '--confirm', 'acme')
  assert.equal(outcome.code, 0, outcome.stderr)
}

const countTenants = async () =>
  (await query(target, `select from tenants where slug <> 'default'`)).rowCount

async function differingTables(): Promise<string[]> {
  const [was, now] = await Promise.all(
    [source, target].map(({ database }) =>
      takeFingerprint({
        databaseUrl: database.url,
        rolePrefix: 'task_service',
        tenantId: tenant.id,
      }),
    ),
  )
  return (was?.tables ?? [])
    .filter(
      ({ table, digest }) => now?.tables.find((one) => one.table === table)?.digest !== digest,
    )
    .map(({ table }) => table)
}

/** Tables with columns that do not move, and those that an import adds to. */
const DIFFERING = [
  ...carriedTables.filter(({ columns }) => columns).map(({ table }) => table),
  ...leftOutTables.map(({ table }) => table),
  'audit_entries',
]

describe('tenant export and import', () => {
  test('carry every table; what differs is declared', async () => {
    const exported = await exportTo('plain')
    const counted = exported['tables'] as { table: string; rows: number }[]
    for (const { table, rows } of counted)
      assert.ok(rows > 0, `${table} is empty, so nothing is shown`)
    assert.deepEqual(exported['create_again'], { api_keys: 1, agent_tokens: 0, connectors: 1 })
    const imported = await importFrom('plain')
    assert.equal(imported.code, 0, imported.stderr)
    const { status, fingerprint_is_equal: isEqual, secrets } = imported.json()
    assert.deepEqual([status, isEqual], ['suspended', true])
    const { webhooks_with_new_secret: renewed } = secrets as { webhooks_with_new_secret: string[] }
    assert.equal(renewed.length, 2)
    for (const table of await differingTables()) assert.ok(DIFFERING.includes(table), table)
    const { rows } = await query(target, 'select enabled, header_names from webhooks')
    for (const row of rows) assert.deepEqual(row, { enabled: false, header_names: [] })
    const line = await run(target, 'fingerprint', '--tenant', 'acme')
    assert.match(line.stdout, /^tasks +3 /m)
    await remove()
  })

  test('write a file for its owner only, and never over another', async () => {
    await exportTo('mode')
    assert.equal(statSync(file('mode')).mode & 0o777, 0o600)
    const written = readFileSync(file('mode'))
    const again = await run(source, 'tenant', 'export', 'acme', '--out', file('mode'))
    assert.equal(again.code, exitCodes.usage.code)
    assert.match(again.stderr, /already exists and is not overwritten/)
    assert.deepEqual(readFileSync(file('mode')), written)
  })

  test('move secrets encrypted with a passphrase, and seal them with the keys of the target', async () => {
    const exported = await exportTo('secrets', '--with-secrets', '--key-file', file('key'))
    // Those of the fixtures open nowhere.
    assert.deepEqual(exported['secrets'], { exported: 2, unreadable: 2 })
    const text = gunzipSync(readFileSync(file('secrets'))).toString()
    for (const canary of [secret, HEADER, tenant.key, PASSPHRASE]) {
      for (const form of ['utf8', 'hex', 'base64'] as const) {
        assert.ok(!text.includes(Buffer.from(canary).toString(form)), `${form} of a secret`)
      }
    }
    const [without, wrong] = [
      await importFrom('secrets'),
      await importFrom('secrets', '--key-file', file('mode')),
    ]
    assert.match(without.stderr, /--key-file .* or --without-secrets/)
    assert.match(wrong.stderr, /passphrase/)
    assert.equal(await countTenants(), 0)
    const imported = await importFrom('secrets', '--key-file', file('key'))
    assert.equal(imported.code, 0, imported.stderr)
    await resumeAndCompareSecret()
    await remove()
  })

  test('reject a damaged, cut off or foreign file before anything is written', async () => {
    await exportTo('whole')
    const bytes = readFileSync(file('whole'))
    const damaged = Buffer.from(bytes)
    damaged.writeUInt8(damaged.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(file('damaged'), damaged)
    writeFileSync(file('cut'), bytes)
    truncateSync(file('cut'), bytes.length - 20)
    writeFileSync(file('foreign'), 'no export')
    for (const name of ['damaged', 'cut', 'foreign', 'missing']) {
      const { code, stderr } = await importFrom(name)
      assert.equal(code, exitCodes.usage.code, `${name}: ${stderr}`)
      assert.match(stderr, /damaged|not an export|Cannot read/)
    }
    assert.equal(await countTenants(), 0)
  })

  test('reject what is taken, and deliveries that the source would send, too', async () => {
    const here = await run(source, 'tenant', 'import', file('whole'), '--slug', 'other')
    assert.equal(here.code, exitCodes.not_found.code)
    assert.match(here.stderr, /A tenant keeps its ID/)
    const taken = await importFrom('whole', '--slug', 'default')
    assert.match(taken.stderr, /already exists. Choose another ID with --slug/)
    const twice = await importFrom('whole', '--deliver-pending')
    assert.match(twice.stderr, /would send webhook deliveries twice/)
    assert.equal(await countTenants(), 0)
  })

  test('that was interrupted is not usable, can be removed, and repeated', async () => {
    await query(
      target,
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger fail before insert on deliveries for each row execute function fail()`,
    )
    const failed = await importFrom('whole')
    assert.equal(failed.code, exitCodes.failed.code)
    await query(target, 'drop function fail() cascade')
    const resumed = await run(target, 'tenant', 'suspend', 'acme', '--resume')
    assert.equal(resumed.code, exitCodes.not_found.code)
    const again = await importFrom('whole')
    assert.match(again.stderr, /is here in part.* task-service tenant delete acme --confirm acme/)
    await remove()
    assert.equal((await importFrom('whole', '--slug', 'renamed')).code, 0)
    const removed = await run(target, 'tenant', 'delete', 'renamed', '--confirm', 'renamed')
    assert.equal(removed.code, 0)
  })

  test('cancel pending deliveries, or hold them until the tenant is resumed', async () => {
    await query(source, `update deliveries set status = 'pending', queued_at = now()`)
    await run(source, 'tenant', 'suspend', 'acme')
    // No worker has dispatched the events of this test.
    const unready = await exportTo('undispatched')
    assert.ok(Number(unready['undispatched_events']) > 0)
    assert.match((await importFrom('undispatched', '--deliver-pending')).stderr, /would lose/)
    await query(source, `update dispatch_progress set done = pg_current_snapshot()`)
    await exportTo('pending')
    const states = 'select status, is_deferred, next_attempt_at from deliveries'
    for (const [args, expected] of [
      [[], { status: 'canceled', is_deferred: false, next_attempt_at: null }],
      [['--deliver-pending'], { status: 'pending', is_deferred: true, next_attempt_at: null }],
    ] as const) {
      const outcome = await importFrom('pending', ...args)
      assert.equal(outcome.code, 0, outcome.stderr)
      assert.deepEqual((await query(target, states)).rows, [expected])
      await remove()
    }
  })
})

/** As its users see it, at the target. */
async function resumeAndCompareSecret(): Promise<void> {
  await run(target, 'tenant', 'suspend', 'acme', '--resume')
  const key = (await run(target, 'tenant', 'rotate-key', 'acme', '--json')).json()['api_key']
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, ...target.env }
  const there = await buildLocalApi({ databaseUrl: target.database.url, env })
  const headers = { host: tenant.host, 'x-api-key': String(key) }
  const get = async (url: string) => (await there.app.inject({ url, headers })).json()
  const { title } = (await get('/api/tasks/T-2')) as { title: string }
  const { secrets } = await there.db.tenantRead(tenant.id, (tx) =>
    readWebhookSecrets({ tx, keyring: there.keyring }),
  )
  await there.stop()
  const found = new Map(secrets.map((one) => [one.field, one.secret.reveal()]))
  assert.equal(found.get('headers'), JSON.stringify({ authorization: HEADER }))
  assert.ok(secrets.some((one) => one.secret.reveal() === secret))
  assert.match(title, /\u2028/)
}
