// When `doctor` warns about standbys.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { createDatabase, openTestDatabase } from '../../../../tests/harness/database.ts'
import { isOldPatroni, readPatroni } from './patroni.ts'
import { checkStandbys, judgeReplication, type Replication } from './standbys.ts'

const alone: Replication = {
  standbys: 0,
  synchronous_standby_names: '',
  synchronous_commit: 'on',
  is_patroni: false,
  address: '10.0.0.21',
}
const strict: Replication = {
  ...alone,
  standbys: 2,
  synchronous_standby_names: '"db2"',
  is_patroni: true,
}
const current = { version: '4.1.5', strict: true }

describe('replication', () => {
  const cases = [
    ['a server without standbys', alone, null, 'ok', /^none$/],
    ['asynchronous standbys', { ...alone, standbys: 1 }, null, 'warn', /none synchronous/],
    ['a synchronous standby', { ...strict, is_patroni: false }, null, 'ok', /wait for "db2"/],
    [
      'commits that do not wait',
      { ...strict, synchronous_commit: 'local' },
      current,
      'warn',
      /is local/,
    ],
    ['Patroni in strict mode', strict, current, 'ok', /Patroni 4\.1\.5/],
    [
      'Patroni without strict mode',
      strict,
      { ...current, strict: false },
      'warn',
      /without a standby/,
    ],
    [
      'the Patroni of Debian 12',
      strict,
      { ...current, version: '3.0.2' },
      'warn',
      /loses acknowledged/,
    ],
    [
      'asynchronous Patroni',
      { ...strict, synchronous_standby_names: '' },
      current,
      'warn',
      /none synchronous/,
    ],
    ['a Patroni that does not respond', strict, null, 'ok', /version unknown/],
  ] as const
  for (const [name, row, patroni, state, detail] of cases) {
    it(`${state} for ${name}`, () => {
      const finding = judgeReplication(row, patroni)
      assert.equal(finding.state, state)
      assert.match(finding.detail, detail)
      assert.equal(finding.fix !== undefined, state === 'warn')
    })
  }

  it('is read from a server', async () => {
    const database = await createDatabase()
    const db = openTestDatabase(database.url)
    assert.deepEqual(await checkStandbys(db), { check: 'standbys', state: 'ok', detail: 'none' })
    await db.close()
    await database.drop()
  })
})

describe('Patroni', () => {
  it('is old before 4.1', () => {
    const versions = ['3.0.2', '4.0.6', '4.1.0', '4.10.0', '5.0.0']
    assert.deepEqual(versions.filter(isOldPatroni), ['3.0.2', '4.0.6'])
  })

  it('is read over its REST API, and nothing else is taken for it', async () => {
    const documents: Record<string, string> = {
      '/patroni': '{"state": "running", "patroni": {"version": "4.1.5", "scope": "tasks"}}',
      '/config': '{"ttl": 20, "synchronous_mode_strict": true}',
    }
    const server = createServer(({ url = '' }, response) => response.end(documents[url]))
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo // it listens on a port
    assert.deepEqual(await readPatroni('127.0.0.1', port), current)
    documents['/patroni'] = '<html>'
    assert.equal(await readPatroni('127.0.0.1', port), null)
    server.close()
    server.closeAllConnections()
    assert.equal(await readPatroni('127.0.0.1', port), null)
  })
})
