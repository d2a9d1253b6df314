// `task-service fingerprint`: the same for the same rows, another for any change of any table, and the rows of all
// tenants in it although the user of DATABASE_URL may not see them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { type Fingerprint, takeFingerprint } from '../../server/src/db/operate/take-fingerprint.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { keepDashboardRows } from '../harness/dashboard/dashboard-rows.ts'
import { createDatabase, emptyDatabase, type TestDatabase } from '../harness/database.ts'
import { keepEdgeRows } from '../harness/edge/edge-rows.ts'
import { keepIntegrationRows } from '../harness/integrations/integration-rows.ts'
import { findPgbouncer, startPgbouncer } from '../harness/network/pgbouncer.ts'
import { buildLocalApi, HOST_SUFFIX, provisionTenant, type TestTenant } from '../harness/service.ts'
import { keepTaskRows } from '../harness/tasks/task-rows.ts'
import { makeDataKey } from '../harness/vault/secret-drawer.ts'
import { keepWebhookRows } from '../harness/webhooks/webhook-rows.ts'
import { keepWorkRows } from '../harness/work/work-rows.ts'
import { type Outcome, runCommand } from './run-command.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX }
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  const send = async (tenant: TestTenant, url: string, payload: object) => {
    const headers = { host: tenant.host, 'x-api-key': tenant.key, 'idempotency-key': `k${url}` }
    const answer = await api.app.inject({ method: 'POST', url, headers, payload })
    assert.equal(answer.statusCode, 201, answer.body)
  }
  for (const slug of ['one', 'two']) {
    const tenant = await provisionTenant(database.url, slug)
    await send(tenant, '/api/tasks', { title: `of ${slug}`, labels: ['x'] })
    await send(tenant, '/api/tasks/T-1/comments', { body: `by ${slug}` })
    await makeDataKey(api, tenant.id)
    await keepWebhookRows(database.superuserUrl, tenant.id)
    await keepDashboardRows(database.superuserUrl, tenant.id)
    await keepIntegrationRows(database.superuserUrl, tenant.id)
    await keepEdgeRows(database.superuserUrl, tenant.id)
    await keepWorkRows(database.superuserUrl, tenant.id)
    await keepTaskRows(database.superuserUrl, tenant.id)
  }
  await api.stop()
  // The last row: a fence rejects every later write of its tenant.
  await execute(
    `insert into tenant_fences select tenant_id, 'eu-2' from tenants where slug = 'two'`,
  )
})

after(() => database.drop())

function run(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Outcome> {
  return runCommand(['fingerprint', ...args], { DATABASE_URL: database.url, ...env })
}

/** In this process; starting one for each of many looks would take a minute. */
const take = () => takeFingerprint({ databaseUrl: database.url, rolePrefix: 'task_service' })

const execute = (statement: string) =>
  withAdmin(database.superuserUrl, (admin) => admin.query(statement))

function changedTables(was: Fingerprint, now: Fingerprint): string[] {
  const digests = new Map(was.tables.map(({ table, digest }) => [table, digest]))
  return now.tables
    .filter(({ table, digest }) => digests.get(table) !== digest)
    .map(({ table }) => table)
}

/** Without triggers and foreign keys: the one row differs and nothing follows from it. */
const damage = (statement: string) =>
  execute(`set session_replication_role = replica; ${statement}`)

async function restore(table: string): Promise<void> {
  // PostgreSQL computes the others.
  const { rows } = await execute(`select string_agg(quote_ident(attname), ', ') as columns
    from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
  const { columns } = rows[0] as { columns: string } // an aggregate: one row
  await damage(`delete from ${table};
    insert into ${table} (${columns}) select ${columns} from kept.${table}`)
}

const changes: Record<string, string> = {
  agent_tokens: `hint = hint || '.'`,
  agent_usage: 'calls = calls + 1',
  agents: 'version = version + 1',
  api_keys: `hint = hint || '.'`,
  approvals: `agent = agent || '.'`,
  attachment_chunks: `content = content || '.'`,
  attachment_usage: 'bytes = bytes + 1',
  attachments: 'bytes = bytes + 1',
  audit_entries: `request_id = request_id || '.'`,
  comments: `body = body || '.'`,
  connectors: 'version = version + 1',
  custom_fields: 'version = version + 1',
  data_keys: 'wrapped = set_byte(wrapped, 0, 255 - get_byte(wrapped, 0))',
  deliveries: 'attempts = attempts + 1',
  delivery_attempts: 'duration_ms = duration_ms + 1',
  edge_job_chunks: `body = body || '.'`,
  edge_jobs: 'attempts = attempts + 1',
  events: `actor = actor || '.'`,
  fairness_turns: 'turn = turn + 1',
  idempotency_keys: 'status = status + 1',
  import_chunks: `content = content || '.'`,
  import_errors: 'bytes = bytes + 1',
  imports: 'faults = faults + 1',
  inbox_digests: 'refusals = refusals + 1',
  inbound_messages: 'body_bytes = body_bytes + 1',
  integration_secrets: `entered_by = entered_by || '.'`,
  integrations: 'version = version + 1',
  link_history: `cause = cause || '.'`,
  linked_comments: `external_id = external_id || '.'`,
  links: 'tries = tries + 1',
  instance: 'access_changes = access_changes + 1',
  key_uses: `used_at = used_at + interval '1 second'`,
  master_keys: 'generation = generation + 1',
  notifications: `shows_at = shows_at + interval '1 second'`,
  password_resets: `expires_at = expires_at + interval '1 second'`,
  questions: `prompt = prompt || '.'`,
  queue_entries: 'attempt = attempt + 1',
  queues: 'version = version + 1',
  runs: 'calls = calls + 1',
  schema_migrations: `applied_at = applied_at + interval '1 microsecond'`,
  schedule_occurrences: `created_at = created_at + interval '1 second'`,
  schedules: 'version = version + 1',
  sync_conflicts: `field = field || '.'`,
  sync_failures: 'tries = tries + 1',
  sync_runs: 'read_count = read_count + 1',
  sync_signals: `made_at = made_at + interval '1 second'`,
  task_counters: 'last_number = last_number + 1',
  task_dependencies: 'is_resolved = not is_resolved',
  task_field_values: `value = value || '.'`,
  task_labels: `label = label || '.'`,
  task_templates: 'version = version + 1',
  tasks: `doc = (doc::text || ' ')::json`,
  tenant_fences: `cell = cell || '.'`,
  tenants: `name = name || '.'`,
  users: 'version = version + 1',
  views: 'version = version + 1',
  webhooks: 'version = version + 1',
  write_backs: 'tries = tries + 1',
}

describe('fingerprint', () => {
  test('counts the rows of all tenants in every table there is', async () => {
    const { tables, rows } = await take()
    const { rows: listed } = await execute(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not in ('dispatch_backlog', 'dispatch_cursor', 'dispatch_progress', 'dispatch_ranges', 'maintenance_lease')
      order by relname collate "C"`)
    assert.deepEqual(
      tables.map(({ table }) => table),
      (listed as { name: string }[]).map(({ name }) => name),
    )
    for (const { table, rows: counted } of tables) {
      const { rows: real } = await execute(`select count(*)::int as count from ${table}`)
      assert.equal(counted, (real as { count: number }[])[0]?.count, table)
      assert.ok(counted > 0, `${table} is empty, so nothing is shown of it`)
    }
    assert.equal(
      rows,
      tables.reduce((sum, table) => sum + table.rows, 0),
    )
  })

  test('prints lines for diff, the same again and in any order of rows', async () => {
    const [one, two] = await Promise.all([run(), run()])
    assert.equal(one.stdout, two.stdout)
    assert.deepEqual((await run(['--json'])).json(), await take())
    assert.match(
      one.stdout,
      /^TABLE +ROWS +DIGEST\nagent_tokens +2 +[0-9a-f]{32}\n[^]*\nall +\d+ +\w+\n$/,
    )
    // Rewrites the row in another place of the table; nothing in it differs.
    await execute(
      `update comments set body = body where task_id = (select min(task_id::text)::uuid from comments)`,
    )
    await execute('vacuum full tasks')
    assert.equal((await run()).stdout, one.stdout)
  })

  test('numbers of transactions make no difference: they are the server’s', async () => {
    const was = await take()
    await damage(`update events set xid = '1'`)
    await damage(`update dispatch_progress set done = '1:1:'`)
    assert.deepEqual(await take(), was)
  })

  test('another value and a missing row are seen in every table, and an undone change is not', async () => {
    const was = await take()
    await execute('create schema kept')
    for (const { table } of was.tables) {
      await execute(`create table kept.${table} as table public.${table}`)
      const one = `where (tableoid, ctid) = (select tableoid, ctid from ${table} limit 1)`
      const change = changes[table] ?? assert.fail(`no change of ${table} is tried`)
      await damage(`update ${table} set ${change} ${one}`)
      assert.deepEqual(changedTables(was, await take()), [table], change)
      await restore(table)
      await damage(`delete from ${table} ${one}`)
      const now = await take()
      assert.ok(changedTables(was, now).includes(table), `a missing row of ${table}`)
      assert.notEqual(now.digest, was.digest)
      await restore(table)
    }
    assert.deepEqual(await take(), was)
    await execute('drop schema kept cascade')
  })

  test('works through pgbouncer', {
    skip: findPgbouncer() ? false : 'pgbouncer is missing',
  }, async () => {
    const pooler = await startPgbouncer({
      superuserUrl: database.superuserUrl,
      logins: [database.url],
      poolSize: 1,
    })
    const through = await run([], {
      DATABASE_URL: pooler.through(database.url),
      SERVICE_ACP_DB_POOLER: 'transaction',
    })
    await pooler.stop()
    assert.equal(through.stdout, (await run()).stdout, through.stderr)
  })

  test('says what is missing: a schema, the roles, the database', async () => {
    const empty = await emptyDatabase()
    const [schema, roles, nowhere] = await Promise.all([
      run([], { DATABASE_URL: empty.url }),
      run([], { SERVICE_ACP_DB_ROLE_PREFIX: 'no_such_prefix' }),
      run([], { DATABASE_URL: 'postgres://user@127.0.0.1:1/nowhere' }),
    ])
    await empty.drop()
    assert.equal(schema.code, exitCodes.schema.code)
    assert.match(schema.stderr, /task-service migrate/)
    assert.equal(roles.code, exitCodes.schema.code)
    assert.match(roles.stderr, /SERVICE_ACP_DB_ROLE_PREFIX/)
    assert.equal(nowhere.code, exitCodes.database.code)
  })
})
