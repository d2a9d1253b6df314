// When `doctor` warns about the read replica.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDatabase, openTestDatabase } from '../../../../tests/harness/database.ts'
import { loadConfig } from '../../config/load.ts'
import { checkReadReplica, judgeReplica, type ReplicaFacts } from './read-replica.ts'

const primary = { order: 0x1000n, timeline: 2 }
const current: ReplicaFacts = {
  recovering: true,
  replayed: '0/1000',
  timeline: 2,
  feedback: true,
  delay: '1s',
}

describe('the read replica', () => {
  const cases = [
    ['one that is current', current, 'ok', /has what/],
    ['one that is behind', { ...current, replayed: '0/F00' }, 'ok', /256 bytes/],
    ['one that was promoted', { ...current, recovering: false }, 'warn', /accepts writes/],
    ['one that missed a failover', { ...current, timeline: 1 }, 'warn', /timeline 1/],
    ['one whose queries stop the replay', { ...current, feedback: false }, 'warn', /up to 1s/],
    ['one that cancels its queries', { ...current, feedback: false, delay: '0' }, 'ok', /has what/],
  ] as const
  for (const [name, facts, state, detail] of cases) {
    it(`${state} for ${name}`, () => {
      const finding = judgeReplica(facts, primary)
      assert.equal(finding.state, state)
      assert.match(finding.detail, detail)
      assert.equal(finding.fix !== undefined, state === 'warn')
    })
  }

  it('is the primary itself, or not reachable: a warning, not a failure', async () => {
    const database = await createDatabase()
    const db = openTestDatabase(database.url)
    const check = (SERVICE_ACP_DB_REPLICA_URL?: string) => {
      const env = {
        DATABASE_URL: database.url,
        ...(SERVICE_ACP_DB_REPLICA_URL && { SERVICE_ACP_DB_REPLICA_URL }),
      }
      return checkReadReplica(db, loadConfig({ needs: ['database'], env }))
    }
    assert.deepEqual(await check(), { check: 'read replica', state: 'ok', detail: 'none' })
    assert.match((await check(database.url)).detail, /accepts writes/)
    const elsewhere = await check(database.url.replace(/\/[^/]*$/, '/postgres'))
    assert.match(elsewhere.detail, /another database/)
    const unreachable = await check('postgres://absent@127.0.0.1:1/none')
    assert.equal(unreachable.state, 'warn')
    assert.match(unreachable.fix ?? '', /SERVICE_ACP_DB_REPLICA_URL/)
    await db.close()
    await database.drop()
  })
})
