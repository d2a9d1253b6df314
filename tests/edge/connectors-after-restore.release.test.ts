// Connectors after a restore of real servers: from a dump, to an earlier point in time, and after a failover to a standby.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import type { ConnectorWithToken } from '@task-service/contract'
import { withAdmin } from '../harness/admin-client.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { createDatabase, emptyDatabase, type TestDatabase } from '../harness/database.ts'
import { type EdgeTransport, TestEdge } from '../harness/edge/test-edge.ts'
import { uuidOf } from '../harness/history.ts'
import { buildLocalApi, type LocalApi } from '../harness/service.ts'
import { until } from '../operate/until.ts'

const run = promisify(execFile)

let cluster: Cluster
let database: TestDatabase
let api: LocalApi

before(async () => {
  // pg_dump comes with a distribution only.
  cluster = await startCluster({ version: 15, fsync: false, inMemory: true })
  database = await createDatabase({ cluster })
  api = await buildLocalApi({ databaseUrl: database.url })
})
after(async () => {
  await api.stop()
  await cluster.stop()
})

const transportTo =
  ({ app }: LocalApi): EdgeTransport =>
  async ({ method, path, headers, body }) => {
    const answer = await app.inject({ method, url: path, headers, payload: body })
    return { status: answer.statusCode, text: answer.body }
  }

async function newEdge(name: string): Promise<TestEdge> {
  const { body } = await api.app.inject({
    method: 'POST',
    url: '/api/connectors',
    headers: { 'x-api-key': api.apiKey },
    payload: { name },
  })
  const { enrolment_token: token = '' } = JSON.parse(body) as ConnectorWithToken
  const edge = new TestEdge(transportTo(api))
  assert.equal((await edge.enroll(token)).status, 200)
  assert.equal((await edge.open()).status, 200)
  return edge
}

async function openTimes(edge: TestEdge, times: number): Promise<void> {
  for (let n = 0; n < times; n++) assert.equal((await edge.open()).status, 200)
}

/** As if its time to settle were over. */
const settle = (url: string, { connector }: TestEdge) =>
  withAdmin(url, (admin) =>
    admin.query(
      `update connectors set resync_asked_at = resync_asked_at - interval '2 minutes' where id = $1`,
      [uuidOf(connector)],
    ),
  )

/** The healthy one re-syncs; of the other one a copy was taken before the backup, and is noticed. */
async function checkRestored(url: string, healthy: TestEdge, stolen: TestEdge): Promise<void> {
  assert.equal((await healthy.open()).status, 503)
  await settle(url, healthy)
  await openTimes(healthy, 2)
  assert.equal((await stolen.open()).status, 401)
  const { rows } = await withAdmin(url, (admin) =>
    admin.query<{ id: string; frozen: boolean; resynced: boolean }>(
      'select id, frozen_at is not null as frozen, resynced_at is not null as resynced from connectors',
    ),
  )
  const stateOf = ({ connector }: TestEdge) => rows.find(({ id }) => id === uuidOf(connector))
  assert.deepEqual(stateOf(healthy), {
    id: uuidOf(healthy.connector),
    frozen: false,
    resynced: true,
  })
  assert.deepEqual(stateOf(stolen), { id: uuidOf(stolen.connector), frozen: true, resynced: false })
}

test('a dump that is older than its connectors', async () => {
  const [healthy, robbed] = [await newEdge('dump-healthy'), await newEdge('dump-robbed')]
  const stolen = robbed.copy()
  await openTimes(robbed, 2)
  const file = join(cluster.dataDir, '..', 'connectors.sql')
  const tools = (name: string) => join(cluster.binDir, name)
  await run(tools('pg_dump'), [`--file=${file}`, `--dbname=${database.superuserUrl}`])
  await openTimes(healthy, 3)
  const restored = await emptyDatabase({ cluster })
  const strict = ['--set=ON_ERROR_STOP=1', '--quiet', '--no-psqlrc']
  await run(tools('psql'), [...strict, `--file=${file}`, restored.superuserUrl])
  rmSync(file)
  const other = await buildLocalApi({ databaseUrl: restored.url })
  try {
    const send = transportTo(other)
    await checkRestored(restored.superuserUrl, healthy.copy(send), stolen.copy(send))
  } finally {
    await other.stop()
  }
})

/** Connectors keep working after the server's files were copied; then the server runs from the copy, started with `signal`. */
async function goBackToFiles(healthy: TestEdge, signal: string): Promise<void> {
  const files = `${cluster.dataDir}-backup`
  await cluster.kill()
  await run('cp', ['-a', cluster.dataDir, files])
  await cluster.restart()
  await until('it answers', async () => (await healthy.open()).status === 200)
  await openTimes(healthy, 2)
  await cluster.kill()
  rmSync(cluster.dataDir, { recursive: true })
  await run('mv', [files, cluster.dataDir])
  appendFileSync(join(cluster.dataDir, 'postgresql.auto.conf'), "restore_command = 'false'\n")
  writeFileSync(join(cluster.dataDir, signal), '')
  await run('chown', [`--reference=${cluster.dataDir}`, join(cluster.dataDir, signal)])
  await cluster.restart()
}

const untilWritable = () =>
  until('it takes writes', () =>
    withAdmin(database.superuserUrl, async (admin) => {
      const { rows } = await admin.query<{ done: boolean }>(
        'select not pg_is_in_recovery() as done',
      )
      return rows[0]?.done
    }).catch(() => false),
  )

test('a recovery to an earlier point in time', async () => {
  const [healthy, robbed] = [await newEdge('files-healthy'), await newEdge('files-robbed')]
  const stolen = robbed.copy()
  await openTimes(robbed, 2)
  await goBackToFiles(healthy, 'recovery.signal')
  await untilWritable()
  await checkRestored(database.superuserUrl, healthy, stolen)
})

test('a failover to a standby that lacks the last commits', async () => {
  const [healthy, robbed] = [await newEdge('standby-healthy'), await newEdge('standby-robbed')]
  const stolen = robbed.copy()
  await openTimes(robbed, 2)
  await goBackToFiles(healthy, 'standby.signal')
  assert.equal((await healthy.open()).status, 503, 'a standby takes no writes')
  const { rows } = await withAdmin(database.superuserUrl, async (admin) => {
    const asked = await admin.query<{ asked: boolean }>(
      'select resync_asked_at is not null as asked from connectors where id = $1',
      [uuidOf(healthy.connector)],
    )
    await admin.query('select pg_promote()')
    return asked
  })
  assert.deepEqual(rows, [{ asked: false }])
  await untilWritable()
  await checkRestored(database.superuserUrl, healthy, stolen)
})
