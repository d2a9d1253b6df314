// The connector, the service and a database together: real programs, real frames, both engines.
import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { RunningEdge } from '../../edge/src/commands/start-edge.ts'
import { withAdmin } from '../harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  type EdgeSite,
  laboratoryPolicy,
  openEdgeSite,
  waitFor,
} from '../harness/edge/edge-site.ts'
import { laboratories } from '../harness/edge/laboratories.ts'
import type { Laboratory } from '../harness/edge/laboratory.ts'
import { uuidOf } from '../harness/history.ts'
import { type Service, startService } from '../harness/service.ts'

let database: TestDatabase
let service: Service
before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})
after(async () => {
  await service.stop()
  await database.drop()
})

const asAdmin = (text: string, values: unknown[]) =>
  withAdmin(database.superuserUrl, (admin) => admin.query(text, values))

for (const { server, isThere, start } of laboratories) {
  describe(`a connector beside ${server}`, { skip: !isThere }, () => {
    let lab: Laboratory
    let site: EdgeSite
    let edge: RunningEdge
    before(async () => {
      lab = await start()
      site = await openEdgeSite(service, lab, laboratoryPolicy(lab))
      edge = await site.start()
    })
    after(async () => {
      await edge.stop()
      site.remove()
      await lab.stop()
    })

    test('announces its statements without their SQL, and its health', async () => {
      const { data: items } = await site.ask<{ data: { name: string }[] }>(
        'GET',
        `/api/connectors/${site.connectorId}/statements`,
      )
      assert.deepEqual(items.map(({ name }) => name).toSorted(), [
        'bump',
        'close_claim',
        'open_claims',
        'wide',
      ])
      assert.doesNotMatch(JSON.stringify(items), /select|update claims/)
      const health = async () => (await site.connector()).databases
      // On a busy machine the first check can fail; the next one follows after five seconds.
      await waitFor('health', async () => (await health()).some(({ ok }) => ok), 30_000)
    })

    test('brings rows, with tokens and masks in place of values', async () => {
      const job = await site.run({ statement: 'open_claims', params: {} })
      assert.equal(job.state, 'done', JSON.stringify(job.problem))
      assert.deepEqual(job.columns, ['id', 'version', 'title', 'iban', 'email'])
      assert.equal(job.rows.length, 50)
      assert.equal(job.truncated, true)
      const [first] = job.rows
      assert.match(String(first?.[3]), /^tok_[a-z2-7]{26}$/)
      assert.equal(first?.[4], '•••@example.org')
      assert.doesNotMatch(JSON.stringify(job), /DE0000/)
    })

    test('writes, with the values that tokens stand for', async () => {
      const { rows } = await site.run({ statement: 'open_claims', params: { after: 10 } })
      const [id, version, , token] = rows[0] ?? []
      const params = { id, version, status: 'closed', note: `Paid to ${String(token)}.` }
      const job = await site.run({ statement: 'close_claim', params })
      assert.equal(job.state, 'done', JSON.stringify(job.problem))
      assert.equal(job.changed_count, 1)
      const [[note]] = (await lab.query(`select note from claims where id = ${Number(id)}`)) as [
        [string],
      ]
      assert.match(note, /^Paid to DE0000\d+\.$/)
      const again = await site.run({ statement: 'close_claim', params })
      assert.equal(again.problem?.code, 'source_changed')
    })

    test('refuses what the file does not have, before any database hears of it', async () => {
      const checksum = await lab.checksum()
      const refusals = [
        [{ statement: 'no_such', params: {} }, 'unknown_statement'],
        [{ database: 'elsewhere', statement: 'open_claims' }, 'unknown_database'],
        [{ statement: 'open_claims', params: { after: '1 or 1=1' } }, 'invalid_params'],
        [{ statement: 'bump', params: {} }, 'invalid_params'],
        [
          { statement: 'close_claim', params: { id: 1, version: 1, status: 'open', note: '' } },
          'invalid_params',
        ],
        [
          {
            statement: 'close_claim',
            params: { id: 1, version: 1, status: 'closed', note: `tok_${'a'.repeat(26)}` },
          },
          'unknown_token',
        ],
      ] as const
      for (const [body, code] of refusals) {
        const job = await site.run(body)
        assert.equal(job.state, 'refused', JSON.stringify(job))
        assert.equal(job.problem?.code, code)
      }
      assert.equal(await lab.checksum(), checksum)
    })

    test('sends a long result in pieces', async () => {
      const job = await site.run({ statement: 'wide' })
      assert.equal(job.state, 'done', JSON.stringify(job.problem))
      assert.equal(job.row_count, lab.rowCount)
      assert.ok((job.byte_count ?? 0) > 300_000)
    })

    test('replaces its key when asked, and continues', async () => {
      await site.ask('POST', `/api/connectors/${site.connectorId}/rotate`)
      await waitFor('a new key', () => site.lines.includes('rotated the key'))
      assert.equal((await site.run({ statement: 'bump', params: { id: 40 } })).state, 'done')
    })

    test('falls back to its previous key when a restored service knows only that, and replaces it', async () => {
      const id = uuidOf(site.connectorId)
      const find = 'select encode(public_key, $2) as key from connectors where id = $1'
      const keyOf = async () =>
        ((await asAdmin(find, [id, 'hex'])).rows as { key: string }[])[0]?.key ?? ''
      const rotations = () => site.lines.filter((line) => line === 'rotated the key').length
      const [old, count] = [await keyOf(), rotations()]
      await site.ask('POST', `/api/connectors/${site.connectorId}/rotate`)
      await waitFor('a new key', () => rotations() > count)
      await asAdmin(
        `update connectors set public_key = decode($2, 'hex'), session_id = null where id = $1`,
        [id, old],
      )
      await waitFor('another new key', () => rotations() > count + 1, 30_000)
      assert.notEqual(await keyOf(), old)
      assert.equal((await site.run({ statement: 'bump', params: { id: 40 } })).state, 'done')
    })

    test('reloads its policy file, and keeps the previous policy if the new one is invalid', async () => {
      writeFileSync(site.policyFile, 'version: 2')
      edge.reload()
      assert.equal((await site.run({ statement: 'bump', params: { id: 41 } })).state, 'done')
      const policy = laboratoryPolicy(lab, { ledger: true }).replace('max_rows: 50', 'max_rows: 10')
      writeFileSync(site.policyFile, policy)
      edge.reload()
      const job = await site.run({ statement: 'open_claims', params: {} })
      assert.equal(job.state, 'done', JSON.stringify(job.problem))
      assert.equal(job.rows.length, 10)
      assert.equal(job.truncated, true)
    })

    test('continues after a restart, with the same key', async () => {
      await edge.stop()
      edge = await site.start({ TASK_EDGE_TOKEN: '' })
      assert.equal((await site.run({ statement: 'bump', params: { id: 42 } })).state, 'done')
    })

    test('keeps its files to itself', () => {
      const state = join(site.folder, 'state')
      assert.equal(statSync(state).mode & 0o777, 0o700)
      for (const name of readdirSync(state))
        assert.equal(statSync(join(state, name)).mode & 0o077, 0, name)
    })

    test('is refused as soon as it is revoked', async () => {
      await site.ask('POST', `/api/connectors/${site.connectorId}/revoke`)
      await waitFor('a refusal', () =>
        site.lines.some((line) => line.includes('authentication failed')),
      )
      assert.equal((await site.connector()).state, 'revoked')
    })
  })
}
