// `tenant move` between two databases of one server, with different master keys: what it refuses, undoes, moves and deletes. Moves under
// load are those of `prove move`.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createKeyring } from '../../../server/src/crypto/keyring.ts'
import { Secret } from '../../../server/src/crypto/secret.ts'
import { type Answer, createApiCaller } from '../../harness/clients/api-caller.ts'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase, emptyDatabase, type TestDatabase } from '../../harness/database.ts'
import { HOST_SUFFIX, MASTER_KEY, type Service, startService } from '../../harness/service.ts'
import { until } from '../until.ts'
import { type FleetLab, startFleetLab } from './fleet-lab.ts'

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64')

let lab: FleetLab
let cluster: Cluster
let source: TestDatabase
let target: TestDatabase
let services: Service[]
let from: Client
let to: Client
let apiKey: string
const caller = createApiCaller()

const sourceEnv = () => ({
  DATABASE_URL: source.url,
  SERVICE_ACP_MASTER_KEY: MASTER_KEY,
  SERVICE_ACP_CELL: 'old',
  SERVICE_ACP_MOVE_SOURCE_URL: source.superuserUrl,
  SERVICE_ACP_MOVE_TARGET_URL: target.superuserUrl,
})
const targetEnv = () => ({ DATABASE_URL: target.url, SERVICE_ACP_MASTER_KEY: OTHER_KEY })
const bothKeys = () => ({ ...sourceEnv(), SERVICE_ACP_MOVE_TARGET_MASTER_KEY: OTHER_KEY })

before(async () => {
  lab = await startFleetLab()
  cluster = await startCluster({
    fsync: false,
    inMemory: true,
    settings: { wal_level: 'logical' },
  })
  source = await createDatabase({ cluster })
  target = await emptyDatabase({ cluster })
  from = new Client({ connectionString: source.superuserUrl })
  to = new Client({ connectionString: target.superuserUrl })
  await Promise.all([from.connect(), to.connect()])
  await lab.run('cell add old --backend 127.0.0.1:1')
  await lab.run('cell add new --backend 127.0.0.1:2')
  await lab.run('migrate', { env: targetEnv() })
  services = [await start(source.url, MASTER_KEY)]
  const created = await lab.run('tenant create acme --json', { env: sourceEnv() })
  apiKey = String(created.json()['api_key'])
})

after(async () => {
  caller.close()
  await Promise.all(services.map((service) => service.kill()))
  await Promise.all([from.end(), to.end()])
  await cluster.stop()
  await lab.stop()
})

function start(databaseUrl: string, key: string): Promise<Service> {
  const env = {
    SERVICE_ACP_HOST: HOST_SUFFIX,
    SERVICE_ACP_MASTER_KEY: key,
    SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  }
  return startService({ databaseUrl, env })
}

function send(path: string, body: object, place = 0): Promise<Answer> {
  const headers = { host: `acme.${HOST_SUFFIX}`, 'x-api-key': apiKey }
  return caller.call(`${services[place]?.url}/api${path}`, { method: 'POST', headers, body })
}

async function count(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table} where tenant_id in (select tenant_id from tenants where slug = 'acme')`,
  )
  return rows[0]?.count ?? 0
}

test('cells of different fleets and unknown keys are refused before anything changes', async () => {
  const foreign = await lab.run('tenant move acme --to new', { env: sourceEnv(), code: 7 })
  assert.match(foreign.stderr, /same identity/)
  const identity = join(lab.folder, 'identity.json')
  await lab.run(`identity export --out ${identity}`, { env: sourceEnv() })
  const joining = { ...targetEnv(), SERVICE_ACP_MASTER_KEY_PREVIOUS: MASTER_KEY }
  await lab.run(`migrate --join ${identity}`, { env: joining })
  services.push(await start(target.url, OTHER_KEY))
  await from.query(
    `insert into data_keys (tenant_id, id, master_key_id, wrapped)
     select t.tenant_id, gen_random_uuid(), m.id, '\\x00' from tenants t, master_keys m where t.slug = 'acme'`,
  )
  const locked = await lab.run('tenant move acme --to new', { env: sourceEnv(), code: 7 })
  assert.match(locked.stderr, /SERVICE_ACP_MOVE_TARGET_MASTER_KEY/)
  await from.query('delete from data_keys where wrapped = $1', ['\\x00'])
  assert.equal(await count(to, 'tenants'), 0)
  const { moves } = (await lab.run('fleet status --json')).json()
  assert.deepEqual(moves, [])
})

test('a dry run says how many rows there are', async () => {
  const { json } = await lab.run('tenant move acme --to new --dry-run --json', { env: bothKeys() })
  const { rows, dry_run: isDry } = json()
  assert.ok(Number(rows) >= 3)
  assert.equal(isDry, true)
})

test('a move that cannot copy is undone, and the tenant works as before', async () => {
  await to.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
    create trigger fail before insert on api_keys for each row execute function fail();
    alter table api_keys enable always trigger fail`)
  const failed = await lab.run('tenant move acme --to new', { env: bothKeys(), code: 1 })
  assert.match(failed.stderr, /full/)
  await to.query('drop trigger fail on api_keys')
  const { moves } = (await lab.run('fleet status --json')).json()
  assert.equal((moves as { step: string }[])[0]?.step, 'copying')
  await lab.run('tenant move acme --undo', { env: bothKeys() })
  assert.equal(await count(to, 'tenants'), 0)
  const { rows } = await from.query('select from pg_replication_slots')
  assert.equal(rows.length, 0)
  assert.equal((await send('/tasks', { title: 'before' })).status, 201)
})

test('a move takes everything along, and wraps data keys with the key of the target', async () => {
  const hook = await send('/webhooks', {
    url: 'http://127.0.0.1:28999/hook',
    event_types: ['comment.created'],
  })
  assert.equal(hook.status, 201, hook.body)
  const existing = await count(from, 'tasks')
  const moved = await lab.run('tenant move acme --to new --json', { env: bothKeys() })
  const { is_equal: isEqual, fenced_ms: fencedMs } = moved.json()
  assert.equal(isEqual, true)
  assert.ok(Number(fencedMs) < 3_000)
  assert.equal(await count(to, 'tasks'), existing)
  const { rows: keys } = await to.query<{
    tenant_id: string
    id: string
    master_key_id: string
    wrapped: Buffer
  }>(
    `select d.* from data_keys d join tenants t on t.tenant_id = d.tenant_id where t.slug = 'acme'`,
  )
  const { rows: instances } = await to.query<{ id: string }>('select id from instance')
  const keyring = createKeyring({
    instanceId: instances[0]?.id ?? '',
    master: Secret.from(Buffer.from(OTHER_KEY, 'base64')),
    previous: null,
  })
  assert.equal(keys.length, 1)
  for (const { tenant_id: tenantId, id, master_key_id: masterKeyId, wrapped } of keys) {
    assert.ok(keyring.unwrap({ tenantId, id, masterKeyId, wrapped }))
  }
  const answer = await until('the target serves it', async () => {
    const reply = await send('/tasks', { title: 'after' }, 1)
    return reply.status === 201 && reply
  })
  const { number } = JSON.parse(answer.body) as { number: number } // as the contract says
  assert.equal(number, existing + 1)
  await until('the source says where it is', async () => {
    const reply = await send('/tasks', { title: 'lost' }, 0)
    return reply.status === 421
  })
})

test('the source is purged only after the move, and then the tenant can move back', async () => {
  const undo = await lab.run('tenant move acme --undo', { env: bothKeys(), code: 7 })
  assert.match(undo.stderr, /already served by "new"/)
  const deleting = await lab.run('tenant delete acme --confirm acme', {
    env: sourceEnv(),
    code: 6,
  })
  assert.match(deleting.stderr, /--purge/)
  await lab.run('tenant move acme --purge', { env: bothKeys() })
  assert.equal(await count(from, 'tenants'), 0)
  const back = {
    ...bothKeys(),
    SERVICE_ACP_MASTER_KEY: OTHER_KEY,
    SERVICE_ACP_MOVE_TARGET_MASTER_KEY: MASTER_KEY,
    SERVICE_ACP_MOVE_SOURCE_URL: target.superuserUrl,
    SERVICE_ACP_MOVE_TARGET_URL: source.superuserUrl,
    DATABASE_URL: target.url,
  }
  const moved = await lab.run('tenant move acme --to old --json', { env: back })
  assert.equal(moved.json()['is_equal'], true)
})
