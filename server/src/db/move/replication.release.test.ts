// A replication slot whose WAL is gone, on a real server: PostgreSQL keeps the slot, so only its status tells.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Cluster, startCluster } from '../../../../tests/harness/cluster.ts'
import { readLag, replicationName } from './replication.ts'

const TENANT = '01990000-0000-7000-8000-000000000001'

let cluster: Cluster
let source: Client

before(async () => {
  const settings = {
    wal_level: 'logical',
    max_slot_wal_keep_size: '1MB',
    min_wal_size: '32MB',
    max_wal_size: '32MB',
  }
  cluster = await startCluster({ fsync: false, inMemory: true, settings })
  source = new Client({ connectionString: cluster.superuserUrl })
  await source.connect()
})
after(async () => {
  await source.end()
  await cluster.stop()
})

test('a slot that lost its WAL is an error that says what to do', async () => {
  const name = replicationName(TENANT)
  await source.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name])
  assert.ok((await readLag(source, TENANT)) >= 0)
  for (let segment = 0; segment < 4; segment++) {
    await source.query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`)
    await source.query('select pg_switch_wal()')
  }
  await source.query('checkpoint')
  await assert.rejects(
    readLag(source, TENANT),
    /deleted WAL.*max_slot_wal_keep_size.*Undo the move/,
  )
})
